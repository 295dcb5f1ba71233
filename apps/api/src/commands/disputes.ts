import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  DISPUTE_COUNTS_DAYS,
  disputeAward,
  disputeEndsAt,
  side as sides,
  type DisputeAward,
  type Side,
} from '@spareswipe/contract';
import { AppError } from '../common/app-error.js';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { Settings } from '../config/settings.js';
import { databaseOptions } from '../database/data-source.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PushModule } from '../push/push.module.js';
import { runAsCommand } from './command.js';

const USAGE = 'Use: disputes, or: disputes decide MATCH requester|fulfiller|nobody --reason "…"';

/** The part of the API that decides disputes: enqueues mails, and runs no chore and no worker. */
@Module({
  imports: [
    ConfigModule,
    CommonModule,
    TypeOrmModule.forRootAsync({
      inject: [Settings],
      useFactory: ({ DATABASE_URL }: Settings) => ({ ...databaseOptions(DATABASE_URL), retryAttempts: 0 }),
    }),
    JobsModule,
    MailModule,
    PushModule,
    DisputesModule,
  ],
})
class DisputesCommandModule {}

type OpenDispute = Awaited<ReturnType<DisputesService['listOpen']>>[number];

function print(dispute: OpenDispute): void {
  const { matchId, openedAt, mealDescription, location } = dispute;
  console.log(`\n${matchId}  ${mealDescription}, ${location}`);
  console.log(`opened ${inMinutes(openedAt)}, ends ${inMinutes(disputeEndsAt(openedAt))} unless somebody decides`);
  console.table(
    Object.fromEntries(
      sides.options.map((side) => {
        const { id, name, disputes } = dispute[side];
        return [
          side,
          { name, student: id, says: whatSaid(dispute, side), [`disputes in ${DISPUTE_COUNTS_DAYS} days`]: disputes },
        ];
      }),
    ),
  );
}

function whatSaid(dispute: OpenDispute, side: Side): string {
  const { followedThrough } = dispute[side];
  const rated = followedThrough === null ? [] : [followedThrough ? 'rated "Yes"' : 'rated "No"'];
  return [...(dispute.completedBy === side ? ['completed it'] : []), ...rated].join(', ');
}

const inMinutes = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type Task = (disputes: DisputesService) => Promise<void>;

const list: Task = async (disputes) => {
  const open = await disputes.listOpen();
  if (!open.length) console.log('No dispute is open');
  open.forEach(print);
};

const decide =
  (matchId: string, awardedTo: DisputeAward, reason: string): Task =>
  async (disputes) => {
    await disputes.decide(matchId, awardedTo, reason).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND')
        throw new Error('There is no dispute about this match');
      throw error;
    });
    console.log(`Decided: ${awardedTo === 'nobody' ? 'nobody gets' : `the ${awardedTo} gets`} the meal`);
  };

/** The task that the arguments ask for. Throws if they are wrong. */
function taskOf(args: string[]): Task {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  });
  const [action, matchId, award, ...more] = positionals;
  if (!action) return list;
  const { data: awardedTo } = disputeAward.safeParse(award);
  if (action !== 'decide' || !matchId || !awardedTo || more.length) throw new Error(USAGE);
  if (values.reason === undefined) throw new Error('Say why with --reason "…"; both students read it');
  return decide(matchId, awardedTo, values.reason);
}

await runAsCommand(import.meta.url, async () => {
  const task = taskOf(process.argv.slice(2));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are a class in its types only
  const app = await NestFactory.createApplicationContext(DisputesCommandModule, {
    logger: ['warn', 'error'],
    abortOnError: false,
  });
  try {
    await task(app.get(DisputesService));
  } finally {
    await app.close();
  }
});
