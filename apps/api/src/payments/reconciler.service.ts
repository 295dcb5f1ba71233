import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { Clock } from '../common/clock.js';
import { isId } from '../common/ids.js';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { advisoryLocks } from '../database/advisory-locks.js';
import { Order } from '../database/tables/order.entity.js';
import type { Payment } from './payment.js';
import { contradiction, settle } from './settlement.js';
import { SettlementService } from './settlement.service.js';
import { StripeEventsService } from './stripe-events.service.js';
import { StripeGateway } from './stripe.gateway.js';

type Span = 'recent' | 'month';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** How far back each comparison looks. Banks decide disputes within some months. */
const SPANS: Record<Span, { everyMs: number; backMs: number; disputesBackMs: number }> = {
  recent: { everyMs: 10 * 60 * 1000, backMs: 72 * HOUR_MS, disputesBackMs: 72 * HOUR_MS },
  month: { everyMs: DAY_MS, backMs: 30 * DAY_MS, disputesBackMs: 180 * DAY_MS },
};
const BATCH = 100;

export interface Comparison {
  compared: number;
  /** Orders that had missed something and have it now. */
  repaired: number;
  /** Orders that contradict Stripe, that Stripe does not know, or that a closed account paid or still can: for a person. */
  alerts: number;
}

/**
 * Compares our orders with Stripe's own lists and repairs what differs, so that payments end right even if no webhook
 * ever came. Safe to run at any time, beside webhooks and beside itself.
 */
@Injectable()
export class ReconcilerService {
  private readonly logger = new Logger('Reconciler');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly events: StripeEventsService,
    private readonly closedAccounts: ClosedAccountsService,
  ) {}

  /** Does what is due: the last 72 h every 10 minutes, the last 30 days every day; together over all instances. */
  async reconcileWhatIsDue(): Promise<void> {
    if (!this.stripe.isOn) return;
    await this.inTurn(async () => {
      const began = this.clock.now();
      const span = await this.due(began);
      if (!span) return;
      const comparison = await this.reconcile(span);
      await this.db.query('UPDATE reconciliations SET done_at = $2 WHERE span = $1', [span, began]);
      this.logger.log({ span, ...comparison }, 'compared with Stripe');
      await this.events.prune();
    });
  }

  async reconcile(span: Span): Promise<Comparison> {
    const { backMs, disputesBackMs } = SPANS[span];
    const began = this.clock.now();
    const since = new Date(began.getTime() - backMs);
    const total = { compared: 0, repaired: 0, alerts: 0 };
    const suspects = new Set<string>();
    const met = new Set<string>();
    for await (const payments of inBatches(this.stripe.begunSince(since))) {
      const found = await this.differing(payments, met);
      found.forEach((intentId) => suspects.add(intentId));
      total.compared += payments.length;
    }
    const disputesSince = new Date(began.getTime() - disputesBackMs);
    const touched: string[] = [];
    for await (const intentId of this.stripe.refundedSince(since)) if (!met.has(intentId)) touched.push(intentId);
    for await (const intentId of this.stripe.disputedSince(disputesSince)) touched.push(intentId);
    (await this.ours(touched)).forEach((intentId) => suspects.add(intentId));
    for (const intentId of suspects) {
      const outcome = await this.settlement.refresh(intentId);
      if (outcome === 'settled') {
        total.repaired++;
        this.logger.warn({ alert: 'payment-repaired', intent: intentId });
      }
      if (outcome === 'refused') total.alerts++;
    }
    total.alerts += await this.alertUnknown({ since, until: began }, met);
    total.alerts += await this.closedAccounts.settle();
    return total;
  }

  /** The payments of this batch whose orders are not where they should be. The list may be old by now: they get a look. */
  private async differing(payments: Payment[], met: Set<string>): Promise<string[]> {
    const ids = payments.map(({ orderId }) => orderId).filter((id) => id !== undefined && isId(id));
    const orders = await this.db.manager.findBy(Order, { id: In(ids) });
    const byId = new Map(orders.map((order) => [order.id, order]));
    return payments
      .filter((seen) => {
        const order = byId.get(seen.orderId ?? '');
        if (!order) return false;
        met.add(seen.intentId);
        const next = settle(order, { seen });
        return (
          seen.disputed ||
          contradiction(order, { seen }) !== undefined ||
          next.state !== order.state ||
          next.refundedCents !== order.refundedCents
        );
      })
      .map(({ intentId }) => intentId);
  }

  /** Of these intents, those that belong to orders; the account may sell other things, too. */
  private async ours(intentIds: string[]): Promise<string[]> {
    const rows = await this.db.query<{ intentId: string }[]>(
      `SELECT payment_intent_id AS "intentId" FROM orders WHERE payment_intent_id = ANY ($1)`,
      [intentIds],
    );
    return rows.map(({ intentId }) => intentId);
  }

  /** Orders that we hold for paid and that Stripe does not know: credits for money that is not there. */
  private async alertUnknown({ since, until }: { since: Date; until: Date }, met: Set<string>): Promise<number> {
    const paid = await this.db.query<{ id: string; intentId: string }[]>(
      `SELECT id, payment_intent_id AS "intentId" FROM orders
        WHERE state = 'paid' AND created_at > $1 AND paid_at < $2 AND livemode = $3`,
      [new Date(since.getTime() + HOUR_MS), until, this.stripe.livemode],
    );
    let unknown = 0;
    for (const { id, intentId } of paid) {
      // The list shows whose it is by a mark that anybody with the dashboard can remove.
      if (met.has(intentId) || (await this.stripe.look(intentId))) continue;
      unknown++;
      this.logger.error({ alert: 'payment-unknown-to-stripe', order: id, intent: intentId });
    }
    return unknown;
  }

  /** The longest comparison whose time has come. */
  private async due(now: Date): Promise<Span | undefined> {
    const done = await this.db.query<{ span: Span; doneAt: Date | number }[]>(
      `SELECT span, done_at AS "doneAt" FROM reconciliations`,
    );
    const last = new Map(done.map(({ span, doneAt }) => [span, Number(doneAt)]));
    return (['month', 'recent'] as const).find((span) => (last.get(span) ?? 0) <= now.getTime() - SPANS[span].everyMs);
  }

  /** Runs alone among all instances; does nothing if another one runs. The lock goes with its connection. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    const connection = this.db.createQueryRunner();
    try {
      const [turn] = (await connection.query('SELECT pg_try_advisory_lock($1) AS mine', [advisoryLocks.reconcile])) as [
        { mine: boolean },
      ];
      if (!turn.mine) return;
      try {
        await work();
      } finally {
        await connection.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.reconcile]);
      }
    } finally {
      await connection.release();
    }
  }
}

async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
