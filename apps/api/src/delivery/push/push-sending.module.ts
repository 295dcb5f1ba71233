import { Module } from '@nestjs/common';
import { PushController } from './push.controller.js';
import { PushSending } from './push-sending.service.js';

@Module({ controllers: [PushController], providers: [PushSending] })
export class PushSendingModule {}
