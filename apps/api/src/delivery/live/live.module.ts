import { Module } from '@nestjs/common';
import { Changes } from './changes.service.js';
import { LiveController } from './live.controller.js';
import { Streams } from './streams.js';

@Module({ controllers: [LiveController], providers: [Changes, Streams], exports: [Streams] })
export class LiveModule {}
