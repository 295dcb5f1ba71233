import { Global, Module } from '@nestjs/common';
import { Reads } from './reads.js';

@Global()
@Module({ providers: [Reads], exports: [Reads] })
export class DatabaseModule {}
