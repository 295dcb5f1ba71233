import { Global, Module } from '@nestjs/common';
import { MailService } from './mail.service.js';

/** Enqueues mails. `MailSendingModule` sends them. */
@Global()
@Module({ providers: [MailService], exports: [MailService] })
export class MailModule {}
