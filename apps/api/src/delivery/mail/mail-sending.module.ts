import { MailerModule } from '@nestjs-modules/mailer';
import { Module } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { MailSending } from './mail-sending.service.js';

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
  providers: [MailSending],
})
export class MailSendingModule {}
