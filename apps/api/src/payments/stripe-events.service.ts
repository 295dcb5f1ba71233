import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { queryRows } from '../platform/database/query-rows.js';
import { StripeEvent } from '../platform/database/tables/stripe-event.entity.js';
import { Worker, type Job, type JobSource } from '../platform/jobs/worker.js';
import { HANDLED_EVENTS, needsSnapshot } from './payment-of.js';
import type { Payment } from './payment.js';
import { SettlementService } from './settlement.service.js';
import { StripeGateway, type VerifiedEvent } from './stripe.gateway.js';

interface StoredEvent {
  type: string;
  payment: Payment;
}

/** Longer than a call to Stripe can take with all its retries; after that, another worker takes the event. */
const LEASE_SECONDS = 120;
const MAX_BACKOFF_SECONDS = 3600;
/** Longer than the 3 days for which Stripe resends an event; by then the reconciler has settled the payment. */
const GIVE_UP_AFTER_DAYS = 5;

/**
 * Stripe's events: stored first, processed from the table. Instances share the work; an event whose worker died becomes
 * due again, and one that failed is retried with back-off.
 */
@Injectable()
export class StripeEventsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('StripeEvents');
  /** Two, so that a slow Stripe API does not delay the payments that need no snapshot. */
  private readonly workers: Record<'direct' | 'withSnapshot', Worker<StoredEvent>>;

  constructor(
    private readonly db: DataSource,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly settings: Settings,
  ) {
    const worker = (types: string[]) => new Worker(this.source(types), (job) => this.process(job), this.logger);
    this.workers = {
      direct: worker(HANDLED_EVENTS.filter((type) => !needsSnapshot(type))),
      withSnapshot: worker(HANDLED_EVENTS.filter(needsSnapshot)),
    };
  }

  onApplicationBootstrap(): void {
    if (this.stripe.isOn) Object.values(this.workers).forEach((worker) => worker.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.workers).map((worker) => worker.stop()));
  }

  /** Stores an event once, however often it comes, and wakes its worker. Events that move no credits are not stored. */
  async store({ id, type, payment }: VerifiedEvent): Promise<void> {
    if (!payment) return;
    const isNew = await queryRows(
      this.db,
      'INSERT INTO stripe_events (id, type, payment) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id',
      [id, type, payment],
    );
    if (isNew.length) this.workers[needsSnapshot(type) ? 'withSnapshot' : 'direct'].wake();
  }

  async prune(): Promise<void> {
    await this.db.query(`DELETE FROM stripe_events WHERE done_at < now() - make_interval(days => $1)`, [
      this.settings.KEEP_STRIPE_EVENTS_DAYS,
    ]);
  }

  /** Idempotent: settling the same event again changes nothing. */
  private async process({ id, data: { type, payment } }: Job<StoredEvent>): Promise<void> {
    const outcome = needsSnapshot(type)
      ? await this.settlement.refresh(payment.intentId, payment)
      : await this.settlement.applyEvent(payment);
    await this.finish(id, outcome);
  }

  private source(types: string[]): JobSource<StoredEvent> {
    return {
      queue: 'stripe-events',
      fetch: (count) => this.take(count, types),
      complete: () => Promise.resolve(),
      fail: (job, { reason }) => this.postpone(job, reason),
    };
  }

  private async take(count: number, types: string[]): Promise<Job<StoredEvent>[]> {
    const taken = await queryRows<StoredEvent & { id: string }>(
      this.db,
      `UPDATE stripe_events SET attempts = attempts + 1, due_at = now() + $2 * interval '1 second'
        WHERE id IN (SELECT id FROM stripe_events
                      WHERE done_at IS NULL AND due_at <= now() AND type = ANY ($3)
                      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, type, payment`,
      [count, LEASE_SECONDS, types],
    );
    return taken.map(({ id, type, payment }) => ({ id, data: { type, payment } }));
  }

  private async finish(id: string, outcome: string): Promise<void> {
    await this.db.manager.update(StripeEvent, { id }, { doneAt: () => 'now()', outcome });
  }

  private async postpone({ id }: Job<StoredEvent>, reason: string): Promise<void> {
    const [event] = await queryRows<{ done: boolean }>(
      this.db,
      `UPDATE stripe_events
          SET due_at = now() + least(2 ^ attempts, $3) * interval '1 second', outcome = $2,
              done_at = CASE WHEN received_at < now() - $4 * interval '1 day' THEN now() END
        WHERE id = $1 RETURNING done_at IS NOT NULL AS done`,
      [id, reason, MAX_BACKOFF_SECONDS, GIVE_UP_AFTER_DAYS],
    );
    if (event?.done) this.logger.error({ alert: 'stripe-event-given-up', event: id, reason });
  }
}
