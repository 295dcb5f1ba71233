import { Module } from '@nestjs/common';
import { MailQueries } from './mail.queries.js';
import { MailWorker } from './mail.worker.js';

@Module({ providers: [MailWorker, MailQueries] })
export class MailWorkerModule {}
