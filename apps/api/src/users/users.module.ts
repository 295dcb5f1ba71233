import { Module } from '@nestjs/common';
import { UsersController } from './users.controller.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({ controllers: [UsersController], providers: [UsersService, UsersQueries], exports: [UsersService] })
export class UsersModule {}
