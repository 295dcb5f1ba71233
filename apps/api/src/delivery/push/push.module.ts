import { Global, Module } from '@nestjs/common';
import { PushGateway } from './push.gateway.js';
import { PushService } from './push.service.js';

/** Enqueues notifications. `PushSendingModule` sends them, and has the routes for devices. */
@Global()
@Module({ providers: [PushGateway, PushService], exports: [PushGateway, PushService] })
export class PushModule {}
