import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import type { DisputeAward } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../src/ledger/audit/audit.service.js';
import { AppModule } from '../../../src/app.module.js';
import { configure, nestOptions } from '../../../src/app.js';
import { WavesService } from '../../../src/exchange/alerts/waves.service.js';
import { NoticesService } from '../../../src/exchange/notices/notices.service.js';
import { PruneService } from '../../../src/operations/scheduler/prune.service.js';
import { SchedulerService } from '../../../src/operations/scheduler/scheduler.service.js';
import { Passwords } from '../../../src/people/auth/passwords.js';
import { SessionsService } from '../../../src/people/sessions/sessions.service.js';
import { Clock } from '../../../src/platform/common/clock.js';
import { waits } from '../../../src/platform/common/waits.js';
import { httpAdapter } from '../../../src/platform/http/http-adapter.js';
import { createLogger } from '../../../src/platform/http/logging.js';
import { currentSettings } from '../../../src/platform/config/config.module.js';
import { transaction } from '../../../src/platform/database/transaction.js';
import { DigestService } from '../../../src/desk/digest.service.js';
import { DisputesService } from '../../../src/exchange/disputes/disputes.service.js';
import { OperatorsService } from '../../../src/people/operators/operators.service.js';
import { ReconcilerService } from '../../../src/payments/reconciler.service.js';

/** Instead of every 2 s, so that tests wait less. A tick is a dozen statements that find nothing. */
const TICK_MS = 1000;
const WAITS = { ...waits };

/** The whole API in its own process, as in production except for the clock and the waits, which a test may set, and the tick. */
class TestClock extends Clock {
  aheadMs = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.aheadMs);
  }
}

const clock = new TestClock();
const settings = currentSettings();
const module = await Test.createTestingModule({ imports: [AppModule] })
  .overrideProvider(Clock)
  .useValue(clock)
  .compile();
const logger = createLogger(settings);
const adapter = httpAdapter(settings, logger);
// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are a class in its types only
const app = module.createNestApplication<NestFastifyApplication>(adapter, nestOptions);
await configure(app);
const ticks = app.get(SchedulerRegistry);
ticks.deleteInterval('chores');
const startTicking = () =>
  ticks.addInterval(
    'chores',
    setInterval(() => app.get(SchedulerService).tick(), TICK_MS),
  );
const rest = async () => {
  if (ticks.doesExist('interval', 'chores')) ticks.deleteInterval('chores');
  await app.get(SchedulerService).beforeApplicationShutdown(); // the chores that have begun
};
startTicking();
await app.listen(0, '127.0.0.1');

const hashes = app.get(Passwords)['queue'];
/** What only the process's own code can do for a test (start-api.ts). */
const commands = {
  /** For the next file of tests. */
  reset() {
    clock.aheadMs = 0;
    if (!ticks.doesExist('interval', 'chores')) startTicking();
    Object.assign(waits, WAITS);
    hashes.start();
  },
  /** Sets the clock ahead of the real one (or back to it, with 0). */
  aheadBy: (ms: number) => void (clock.aheadMs = ms),
  /** Changes waits until the end of the file, so that a test need not wait as long. */
  waits: (changed: Partial<typeof waits>) => void Object.assign(waits, changed),
  /** Held: no password is hashed or compared until they are free again. */
  hashing(is: 'held' | 'free') {
    if (is === 'held') hashes.pause();
    else hashes.start();
  },
  token: (studentId: string) => app.get(SessionsService).start(app.get(DataSource).manager, studentId, 'Test/1.0'),
  /** Compares the orders with Stripe's lists, as the scheduler does. */
  reconcile: (span: 'recent' | 'month' = 'recent') => app.get(ReconcilerService).reconcile(span),
  reconcileWhatIsDue: () => app.get(ReconcilerService).reconcileWhatIsDue(),
  checkLedger: () => app.get(AuditService).auditWhenDue(),
  /** Decides a dispute, as an operator does, but without a line in the log. */
  decide: (matchId: string, awardedTo: DisputeAward, reason = 'The card reader says so.') =>
    transaction(app.get(DataSource), (tx) => app.get(DisputesService).decideIn(tx, matchId, awardedTo, reason)),
  /** As by the command; a campus of null: all of them. */
  invite: (email: string, campus: string | null) => app.get(OperatorsService).invite(email, campus),
  revoke: (email: string) => app.get(OperatorsService).revoke(email),
  /** Deletes what is no longer kept, as the scheduler does. */
  prune: () => app.get(PruneService).prune(),
  /** Mails operators what waits, as the scheduler does. */
  sendDueDigests: () => app.get(DigestService).sendDue(),
  /** Sends the notices that are due, as the scheduler does. */
  sendDueNotices: () => app.get(NoticesService).sendDue(),
  /** Sends the waves of alerts that are due, as the scheduler does. */
  async sendDueWaves() {
    const isResting = !ticks.doesExist('interval', 'chores');
    await rest(); // beside the scheduler, two requests of a campus would share its students between their waves
    await app.get(WavesService).sendDue();
    if (!isResting) startTicking();
  },
  /** Stops the scheduler, for a test that counts messages between this process and the database. */
  rest,
  log: (mark: string) => logger.info({ mark }),
  close: () => app.close(),
};
export type Commands = typeof commands;
export interface Question {
  id: string;
  command: keyof Commands;
  parameters: unknown[];
}

process.on('message', async ({ id, command, parameters }: Question) => {
  try {
    const answer = await (commands[command] as (...parameters: unknown[]) => unknown)(...parameters);
    process.send!({ id, answer });
  } catch (error) {
    process.send!({ id, error: (error as Error).stack });
  }
  if (command === 'close') process.disconnect();
});
process.on('disconnect', () => process.exit(0));
process.send!({ url: await app.getUrl(), commands: Object.keys(commands) });
