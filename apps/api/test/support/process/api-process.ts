import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../src/ledger/audit/audit.service.js';
import { AppModule } from '../../../src/app.module.js';
import { configure, nestOptions } from '../../../src/app.js';
import { WavesService } from '../../../src/exchange/alerts/waves.service.js';
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
import type { Question } from '../start-api.js';

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
  ticks.getIntervals().forEach((tick) => ticks.deleteInterval(tick));
  await app.get(SchedulerService).beforeApplicationShutdown(); // the chores that have begun
};
startTicking();
await app.listen(0, '127.0.0.1');

const hashes = app.get(Passwords)['queue'];
const answers: { [Q in Question['ask']]: (question: Extract<Question, { ask: Q }>) => unknown } = {
  reset: () => {
    clock.aheadMs = 0;
    if (!ticks.doesExist('interval', 'chores')) startTicking();
    Object.assign(waits, WAITS);
    hashes.start();
  },
  clock: ({ offsetMs }) => (clock.aheadMs = offsetMs),
  hashing: ({ is }) => {
    if (is === 'held') hashes.pause();
    else hashes.start();
  },
  waits: ({ changed }) => void Object.assign(waits, changed),
  token: ({ studentId }) => app.get(SessionsService).start(app.get(DataSource).manager, studentId, 'Test/1.0'),
  reconcile: ({ span }) => app.get(ReconcilerService).reconcile(span),
  'reconcile what is due': () => app.get(ReconcilerService).reconcileWhatIsDue(),
  'check the ledger': () => app.get(AuditService).auditWhenDue(),
  decide: ({ matchId, awardedTo, reason }) =>
    transaction(app.get(DataSource), (tx) => app.get(DisputesService).decideIn(tx, matchId, awardedTo, reason)),
  invite: ({ email, campus }) => app.get(OperatorsService).invite(email, campus),
  revoke: ({ email }) => app.get(OperatorsService).revoke(email),
  prune: () => app.get(PruneService).prune(),
  'send due digests': () => app.get(DigestService).sendDue(),
  'send due waves': async () => {
    const isResting = !ticks.doesExist('interval', 'chores');
    await rest(); // beside the scheduler, two requests of a campus would share its students between their waves
    await app.get(WavesService).sendDue();
    if (!isResting) startTicking();
  },
  rest,
  log: ({ mark }) => logger.info({ mark }),
  close: () => app.close(),
};

process.on('message', async (question: Question & { id: string }) => {
  try {
    const answer = await (answers[question.ask] as (asked: Question) => unknown)(question);
    process.send!({ id: question.id, answer });
  } catch (error) {
    process.send!({ id: question.id, error: (error as Error).stack });
  }
  if (question.ask === 'close') process.disconnect();
});
process.on('disconnect', () => process.exit(0));
process.send!({ url: await app.getUrl() });
