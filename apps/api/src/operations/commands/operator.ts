import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { address } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { MailModule } from '../../delivery/mail/mail.module.js';
import { PushModule } from '../../delivery/push/push.module.js';
import { CampusesModule } from '../../people/campuses/campuses.module.js';
import { CampusesService } from '../../people/campuses/campuses.service.js';
import { CommonModule } from '../../platform/common/common.module.js';
import { ConfigModule } from '../../platform/config/config.module.js';
import { Settings } from '../../platform/config/settings.js';
import { databaseOptions } from '../../platform/database/data-source.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { LimitsModule } from '../../platform/limits/limits.module.js';
import { OperatorsModule } from '../../people/operators/operators.module.js';
import { OperatorsService } from '../../people/operators/operators.service.js';
import { runAsCommand } from './command.js';

const USAGE = 'Use: operator invite EMAIL --campus NAME, operator invite EMAIL --platform, or operator revoke EMAIL';

function parseOptions(args: string[]) {
  const options = { campus: { type: 'string' }, platform: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

/** What the arguments ask for. Throws if they are wrong. */
function askedBy(args: string[]) {
  const { positionals, values } = parseOptions(args);
  const [action, to, ...more] = positionals;
  const { data: email } = address(USAGE).safeParse(to);
  const isOfOne = values.campus !== undefined;
  const isKnown = action === 'revoke' || (action === 'invite' && isOfOne !== Boolean(values.platform));
  if (!email || more.length || !isKnown) throw new Error(USAGE);
  return { action, email, campus: values.campus ?? null };
}

async function invite(api: INestApplicationContext, email: string, campus: string | null): Promise<void> {
  if (campus !== null && !(await api.get(CampusesService).exists(api.get(DataSource).manager, campus)))
    throw new Error(
      `There is no campus "${campus}": it comes with its first verified student, and its name has no ".edu"`,
    );
  await api.get(OperatorsService).invite(email, campus);
  console.log(`An invitation to run ${campus ?? 'all campuses'} is on its way to ${email}`);
}

async function revoke(api: INestApplicationContext, email: string): Promise<void> {
  if (!(await api.get(OperatorsService).revoke(email))) throw new Error(`There is no operator ${email}`);
  console.log(`${email} is no operator any more, and is logged out`);
}

/** A part of the API without HTTP, periodic work or workers. Mails are only enqueued. */
@Module({
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
    LimitsModule,
    CampusesModule,
    OperatorsModule,
  ],
})
class PartOfTheApi {}

await runAsCommand(import.meta.url, async () => {
  const { action, email, campus } = askedBy(process.argv.slice(2));
  const api = await NestFactory.createApplicationContext(
    PartOfTheApi,
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest types its options as a class
    { logger: ['warn', 'error'], abortOnError: false },
  );
  try {
    if (action === 'revoke') await revoke(api, email);
    else await invite(api, email, campus);
  } finally {
    await api.close();
  }
});
