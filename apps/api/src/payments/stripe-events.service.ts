import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../platform/config/settings.js';
import { queryRows } from '../platform/database/query-rows.js';
import { StripeEvent } from '../platform/database/tables/stripe-event.entity.js';
import { transaction } from '../platform/database/transaction.js';
import { Jobs } from '../platform/jobs/jobs.js';
import { needsSnapshot } from './payment-of.js';
import type { Payment } from './payment.js';
import { SettlementService } from './settlement.service.js';
import { StripeGateway, type VerifiedEvent } from './stripe.gateway.js';

/** Fewer than a worker has slots, so that a slow Stripe API does not delay the payments that need no snapshot. */
const SNAPSHOTS_AT_ONCE = 5;
/** Longer than the 3 days for which Stripe resends an event; by then the reconciler has settled the payment. */
const GIVE_UP_AFTER_DAYS = 5;

/** Stripe's events: stored first, then processed by a job. The rows stay for an operator who investigates a payment. */
@Injectable()
export class StripeEventsService implements OnApplicationBootstrap {
  private readonly logger = new Logger('StripeEvents');

  constructor(
    private readonly db: DataSource,
    private readonly jobs: Jobs,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.stripe.isOn)
      this.jobs.work<{ eventId: string }>('stripe-events', ({ data }) => this.process(data.eventId), {
        perGroup: SNAPSHOTS_AT_ONCE,
      });
  }

  /** Stores an event once, however often it comes, with its job. Events that move no credits are not stored. */
  async store({ id, type, payment }: VerifiedEvent): Promise<void> {
    if (!payment) return;
    await transaction(this.db, async (tx) => {
      const isNew = await queryRows(
        tx,
        'INSERT INTO stripe_events (id, type, payment) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id',
        [id, type, payment],
      );
      if (!isNew.length) return;
      await this.jobs.send(tx, 'stripe-events', [{ eventId: id }], needsSnapshot(type) ? 'with snapshot' : undefined);
    });
  }

  /** Deletes old events, and gives up those that failed for days. */
  async prune(): Promise<void> {
    const givenUp = await queryRows<{ id: string }>(
      this.db,
      `UPDATE stripe_events SET done_at = now(), outcome = 'given up'
        WHERE done_at IS NULL AND received_at < now() - make_interval(days => $1) RETURNING id`,
      [GIVE_UP_AFTER_DAYS],
    );
    for (const { id } of givenUp) this.logger.error({ alert: 'stripe-event-given-up', event: id });
    await this.db.query(`DELETE FROM stripe_events WHERE done_at < now() - make_interval(days => $1)`, [
      this.settings.KEEP_STRIPE_EVENTS_DAYS,
    ]);
  }

  /** Idempotent: settling the same event again changes nothing. */
  private async process(id: string): Promise<void> {
    const event = await this.db.manager.findOneByOrFail(StripeEvent, { id });
    const payment = event.payment as Payment;
    const outcome = needsSnapshot(event.type)
      ? await this.settlement.refresh(payment.intentId, payment)
      : await this.settlement.applyEvent(payment);
    await this.db.manager.update(StripeEvent, { id }, { doneAt: () => 'now()', outcome });
  }
}
