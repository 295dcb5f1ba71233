import { MailerModule } from '@nestjs-modules/mailer';
import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { MailService } from './mail.service.js';
import { MailWorker } from './mail.worker.js';

@Global()
@Module({
  imports: [
    MailerModule.forRootAsync({
      imports: [],
      inject: [Settings],
      useFactory: ({ SMTP_URL }: Settings) => ({
        transport: {
          url: SMTP_URL,
          pool: true,
          maxConnections: 5,
          connectionTimeout: 5_000,
          greetingTimeout: 5_000,
          socketTimeout: 10_000,
        },
      }),
    }),
  ],
  providers: [MailService, MailWorker],
  exports: [MailService],
})
export class MailModule {}
