import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In, LessThan, MoreThan } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { isId } from '../platform/common/ids.js';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { advisoryLocks } from '../platform/database/advisory-locks.js';
import { queryRows } from '../platform/database/query-rows.js';
import { Order } from '../platform/database/tables/order.entity.js';
import type { Payment } from './payment.js';
import { contradiction, settle } from './settlement.js';
import { SettlementService } from './settlement.service.js';
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
  /** Orders that differed and were brought up to date. */
  repaired: number;
  /** For an operator: orders that contradict Stripe, that Stripe does not know, or that a closed account paid or still can pay. */
  alerts: number;
}

/**
 * Compares our orders with Stripe's lists and repairs differences, so that payments settle even if no webhook arrives.
 * Safe to run at any time, in parallel with webhooks and with itself.
 */
@Injectable()
export class ReconcilerService {
  private readonly logger = new Logger('Reconciler');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly closedAccounts: ClosedAccountsService,
  ) {}

  /** Runs the comparison that is due: 72 h every 10 minutes, 30 days every day, counted over all instances. */
  async reconcileWhatIsDue(): Promise<void> {
    if (!this.stripe.isOn) return;
    await this.exclusively(async () => {
      const began = this.clock.now();
      const span = await this.due(began);
      if (!span) return;
      const comparison = await this.reconcile(span);
      await this.db.query('UPDATE reconciliations SET done_at = $2 WHERE span = $1', [span, began]);
      this.logger.log({ span, ...comparison }, 'compared with Stripe');
    });
  }

  async reconcile(span: Span): Promise<Comparison> {
    const { backMs, disputesBackMs } = SPANS[span];
    const began = this.clock.now();
    const since = new Date(began.getTime() - backMs);
    const total = { compared: 0, repaired: 0, alerts: 0 };
    const toRefresh = new Set<string>();
    const listed = new Set<string>();
    for await (const payments of inBatches(this.stripe.paymentsSince(since))) {
      const found = await this.differing(payments, listed);
      found.forEach((intentId) => toRefresh.add(intentId));
      total.compared += payments.length;
    }
    const disputesSince = new Date(began.getTime() - disputesBackMs);
    const refundedOrDisputed: string[] = [];
    for await (const intentId of this.stripe.refundedIntentsSince(since))
      if (!listed.has(intentId)) refundedOrDisputed.push(intentId);
    for await (const intentId of this.stripe.disputedIntentsSince(disputesSince)) refundedOrDisputed.push(intentId);
    (await this.ofOrders(refundedOrDisputed)).forEach((intentId) => toRefresh.add(intentId));
    for (const intentId of toRefresh) {
      const outcome = await this.settlement.refresh(intentId);
      if (outcome === 'settled') {
        total.repaired++;
        this.logger.warn({ alert: 'payment-repaired', intent: intentId });
      }
      if (outcome === 'refused') total.alerts++;
    }
    total.alerts += await this.alertUnknown({ since, until: began }, listed);
    total.alerts += await this.closedAccounts.settle();
    return total;
  }

  /** Intents of this batch whose orders differ. The list may be outdated by now, so they are refreshed one by one. */
  private async differing(payments: Payment[], listed: Set<string>): Promise<string[]> {
    const ids = payments.map(({ orderId }) => orderId).filter((id) => id !== undefined && isId(id));
    const orders = await this.db.manager.findBy(Order, { id: In(ids) });
    const byId = new Map(orders.map((order) => [order.id, order]));
    return payments
      .filter((snapshot) => {
        const order = byId.get(snapshot.orderId ?? '');
        if (!order) return false;
        listed.add(snapshot.intentId);
        const next = settle(order, { snapshot });
        return (
          snapshot.disputed ||
          contradiction(order, { snapshot }) !== undefined ||
          next.state !== order.state ||
          next.refundedCents !== order.refundedCents
        );
      })
      .map(({ intentId }) => intentId);
  }

  /** Those of these intents that belong to orders; the Stripe account may sell other things, too. */
  private async ofOrders(intentIds: string[]): Promise<string[]> {
    const orders = await this.db.manager.findBy(Order, { paymentIntentId: In(intentIds) });
    return orders.map(({ paymentIntentId }) => paymentIntentId!);
  }

  /** Orders that are paid here but unknown to Stripe: credits without money. */
  private async alertUnknown({ since, until }: { since: Date; until: Date }, listed: Set<string>): Promise<number> {
    const paid = await this.db.manager.findBy(Order, {
      state: 'paid',
      createdAt: MoreThan(new Date(since.getTime() + HOUR_MS)),
      paidAt: LessThan(until),
      livemode: this.stripe.livemode,
    });
    let unknown = 0;
    for (const { id, paymentIntentId } of paid) {
      const intentId = paymentIntentId!; // a paid order has one
      // Somebody with access to the dashboard may have removed the order id from the intent's metadata.
      if (listed.has(intentId) || (await this.stripe.retrievePayment(intentId))) continue;
      unknown++;
      this.logger.error({ alert: 'payment-unknown-to-stripe', order: id, intent: intentId });
    }
    return unknown;
  }

  /** The longest comparison that is due. */
  private async due(now: Date): Promise<Span | undefined> {
    const done = await queryRows<{ span: Span; doneAt: Date | number }>(
      this.db,
      `SELECT span, done_at AS "doneAt" FROM reconciliations`,
    );
    const last = new Map(done.map(({ span, doneAt }) => [span, Number(doneAt)]));
    return (['month', 'recent'] as const).find((span) => (last.get(span) ?? 0) <= now.getTime() - SPANS[span].everyMs);
  }

  /**
   * Runs on one instance at a time; does nothing if another one holds the lock. The lock is a transaction's and not a
   * session's, which no pooler keeps. The work runs on other connections, and no call to Stripe holds a row.
   */
  private async exclusively(work: () => Promise<void>): Promise<void> {
    await this.db.transaction(async (lockTx) => {
      const [lock] = await queryRows<{ isMine: boolean }>(lockTx, 'SELECT pg_try_advisory_xact_lock($1) AS "isMine"', [
        advisoryLocks.reconcile,
      ]);
      if (lock!.isMine) await work();
    });
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
