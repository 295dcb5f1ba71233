import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { CampusesModule } from '../campuses/campuses.module.js';
import { CampusesService } from '../campuses/campuses.service.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { Settings } from '../config/settings.js';
import { databaseOptions } from '../database/data-source.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { OperatorsService } from '../operators/operators.service.js';
import { PushModule } from '../push/push.module.js';
import { runAsCommand } from './command.js';

const USAGE = 'Use: operator invite EMAIL --campus NAME, operator invite EMAIL --platform, or operator revoke EMAIL';

/** The part of the API that invites operators: enqueues mails, and runs no chore and no worker. */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: ({ DATABASE_URL }: Settings) => ({ ...databaseOptions(DATABASE_URL), retryAttempts: 0 }),
    }),
    JobsModule,
    LimitsModule,
    MailModule,
    PushModule,
    CampusesModule,
    OperatorsModule,
  ],
})
class OperatorCommandModule {}

interface Rooms {
  operators: OperatorsService;
  campuses: CampusesService;
  db: DataSource;
}
type Task = (rooms: Rooms) => Promise<void>;

const invite =
  (email: string, campus: string | null): Task =>
  async ({ operators, campuses, db }) => {
    if (campus !== null && !(await campuses.exists(db.manager, campus)))
      throw new Error(`There is no campus "${campus}": it comes with its first verified student`);
    await operators.invite(email, campus);
    console.log(`An invitation to run ${campus ?? 'all campuses'} is on its way to ${email}`);
  };

const revoke =
  (email: string): Task =>
  async ({ operators }) => {
    if (!(await operators.revoke(email))) throw new Error(`There is no operator ${email}`);
    console.log(`${email} is no operator any more, and is logged out`);
  };

/** The task that the arguments ask for. Throws if they are wrong. */
function taskOf(args: string[]): Task {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { campus: { type: 'string' }, platform: { type: 'boolean' } },
  });
  const [action, address, ...more] = positionals;
  const { data: email } = z.email().safeParse(address?.toLowerCase());
  if (!email || more.length) throw new Error(USAGE);
  if (action === 'revoke') return revoke(email);
  if (action !== 'invite' || (values.campus === undefined) !== Boolean(values.platform)) throw new Error(USAGE);
  return invite(email, values.campus ?? null);
}

await runAsCommand(import.meta.url, async () => {
  const task = taskOf(process.argv.slice(2));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are a class in its types only
  const app = await NestFactory.createApplicationContext(OperatorCommandModule, {
    logger: ['warn', 'error'],
    abortOnError: false,
  });
  try {
    await task({ operators: app.get(OperatorsService), campuses: app.get(CampusesService), db: app.get(DataSource) });
  } finally {
    await app.close();
  }
});
