import 'reflect-metadata';
import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CommonModule } from '../../platform/common/common.module.js';
import { ConfigModule } from '../../platform/config/config.module.js';
import { Settings } from '../../platform/config/settings.js';
import { databaseOptions } from '../../platform/database/data-source.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { MailModule } from '../../delivery/mail/mail.module.js';
import { PushModule } from '../../delivery/push/push.module.js';

@Module({})
class PartOfTheApi {}

/** Runs a task with these rooms of the API, without HTTP, periodic work or workers. Mails are only enqueued. */
export async function withPartOfTheApi(
  rooms: Type[],
  task: (api: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const api = await NestFactory.createApplicationContext(
    {
      module: PartOfTheApi,
      imports: [
        ConfigModule,
        CommonModule,
        DatabaseModule,
        TypeOrmModule.forRootAsync({
          inject: [Settings],
          useFactory: ({ DATABASE_URL }: Settings) => ({ ...databaseOptions(DATABASE_URL), retryAttempts: 0 }),
        }),
        JobsModule,
        MailModule,
        PushModule,
        ...rooms,
      ],
    },
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types its options as a class
    { logger: ['warn', 'error'], abortOnError: false },
  );
  try {
    await task(api);
  } finally {
    await api.close();
  }
}
