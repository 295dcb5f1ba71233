import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { StrikesService } from './strikes.service.js';

@Module({ imports: [UsersModule], providers: [StrikesService], exports: [StrikesService] })
export class StrikesModule {}
