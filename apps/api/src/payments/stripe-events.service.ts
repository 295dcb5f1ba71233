import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Worker, type Job, type JobSource } from '../jobs/worker.js';
import { HANDLED_EVENTS, mayBeOldNews } from './payment-of.js';
import type { Payment } from './payment.js';
import { SettlementService } from './settlement.service.js';
import { StripeGateway, type VerifiedEvent } from './stripe.gateway.js';

interface Report {
  type: string;
  payment: Payment;
}

/** Longer than asking Stripe can take with all its retries; after that, somebody else takes the event up. */
const TURN_SECONDS = 120;
const LONGEST_WAIT_SECONDS = 3600;
/** Half as long again as Stripe itself keeps sending an event; then the reconciler has long seen to it. */
const GIVE_UP_AFTER_DAYS = 5;
const KEPT_DAYS = 90;

/**
 * Stripe's events: stored first, worked on from the table. Every instance takes its share, none of an other's; an event
 * whose worker died comes again, and one that fails comes again later.
 */
@Injectable()
export class StripeEventsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('StripeEvents');
  /** Two, so that a Stripe that is slow to answer keeps nobody waiting whose payment needs no asking. */
  private readonly workers: Record<'told' | 'asked', Worker<Report>>;

  constructor(
    private readonly db: DataSource,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
  ) {
    const worker = (types: string[]) => new Worker(this.source(types), (job) => this.process(job), this.logger);
    this.workers = {
      told: worker(HANDLED_EVENTS.filter((type) => !mayBeOldNews(type))),
      asked: worker(HANDLED_EVENTS.filter(mayBeOldNews)),
    };
  }

  onApplicationBootstrap(): void {
    if (this.stripe.isOn) Object.values(this.workers).forEach((worker) => worker.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.workers).map((worker) => worker.stop()));
  }

  /** Keeps an event, once however often it comes, and has it worked on soon. What does not concern us is not kept. */
  async store({ id, type, payment }: VerifiedEvent): Promise<void> {
    if (!payment) return;
    const isNew = await this.db.query<unknown[]>(
      'INSERT INTO stripe_events (id, type, payment) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id',
      [id, type, payment],
    );
    if (isNew.length) this.workers[mayBeOldNews(type) ? 'asked' : 'told'].wake();
  }

  /** Forgets what was done long ago; answers how many. */
  async prune(): Promise<number> {
    const [, pruned] = await this.db.query<[unknown[], number]>(
      `DELETE FROM stripe_events WHERE done_at < now() - $1 * interval '1 day'`,
      [KEPT_DAYS],
    );
    return pruned;
  }

  /** Working on an event again is harmless: settling is the same however often it is done. */
  private async process({ id, data: { type, payment } }: Job<Report>): Promise<void> {
    const outcome = mayBeOldNews(type)
      ? await this.settlement.refresh(payment.intentId, payment)
      : await this.settlement.believe(payment);
    await this.finish(id, outcome);
  }

  private source(types: string[]): JobSource<Report> {
    return {
      fetch: (count) => this.take(count, types),
      complete: () => Promise.resolve(),
      fail: (job, reason) => this.postpone(job, reason),
      bury: (job, reason) => this.finish(job.id, reason),
    };
  }

  private async take(count: number, types: string[]): Promise<Job<Report>[]> {
    const [taken] = await this.db.query<[(Report & { id: string })[], number]>(
      `UPDATE stripe_events SET attempts = attempts + 1, due_at = now() + $2 * interval '1 second'
        WHERE id IN (SELECT id FROM stripe_events
                      WHERE done_at IS NULL AND due_at <= now() AND type = ANY ($3)
                      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, payment`,
      [count, TURN_SECONDS, types],
    );
    return taken.map(({ id, type, payment }) => ({ id, data: { type, payment } }));
  }

  private async finish(id: string, outcome: string): Promise<void> {
    await this.db.query('UPDATE stripe_events SET done_at = now(), outcome = $2 WHERE id = $1', [id, outcome]);
  }

  private async postpone({ id }: Job<Report>, reason: string): Promise<void> {
    const [[event]] = await this.db.query<[{ done: boolean }[], number]>(
      `UPDATE stripe_events
          SET due_at = now() + least(2 ^ attempts, $3) * interval '1 second', outcome = $2,
              done_at = CASE WHEN received_at < now() - $4 * interval '1 day' THEN now() END
        WHERE id = $1 RETURNING done_at IS NOT NULL AS done`,
      [id, reason, LONGEST_WAIT_SECONDS, GIVE_UP_AFTER_DAYS],
    );
    if (event?.done) this.logger.error({ alert: 'stripe-event-given-up', event: id, reason });
  }
}
