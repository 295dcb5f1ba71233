import { Global, Module } from '@nestjs/common';
import { MailService } from './mail.service.js';

/** Enqueues mails. Whoever imports `MailWorkerModule`, too, sends them. */
@Global()
@Module({ providers: [MailService], exports: [MailService] })
export class MailModule {}
