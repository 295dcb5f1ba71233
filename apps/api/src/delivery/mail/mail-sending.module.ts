import { Module } from '@nestjs/common';
import { MailSending } from './mail-sending.service.js';

@Module({ providers: [MailSending] })
export class MailSendingModule {}
