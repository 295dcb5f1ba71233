import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { Tracing } from './tracing.js';

@Global()
@Module({ providers: [Clock, Tracing], exports: [Clock] })
export class CommonModule {}
