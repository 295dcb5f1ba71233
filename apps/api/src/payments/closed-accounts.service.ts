import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreditsService } from '../ledger/credits/credits.service.js';
import { queryRows } from '../platform/database/query-rows.js';
import { Order } from '../platform/database/tables/order.entity.js';
import { transaction } from '../platform/database/transaction.js';
import { SettlementService } from './settlement.service.js';
import { StripeFailure, StripeGateway } from './stripe.gateway.js';

interface OpenedPayment {
  id: string;
  intentId: string;
}

/** SQL: whether the credits of an order paid a claim, a dispute or a debt. A refund would then be at the shop's cost. */
const PAID_DUES = `EXISTS (
  SELECT FROM ledger.transfers bought JOIN ledger.transfers due ON due.debit_account_id = bought.credit_account_id
   WHERE bought.order_id = o.id AND bought.kind = 'purchase' AND due.id > bought.id
     AND due.kind IN ('dispute', 'repay'))`;

/**
 * Payments that a student had started before closing the account (docs/decisions/0011-payments-of-closed-accounts.md).
 * A query finds them, not the closing itself, so whatever fails is retried with the next comparison with Stripe.
 */
@Injectable()
export class ClosedAccountsService {
  private readonly logger = new Logger('ClosedAccounts');

  constructor(
    private readonly db: DataSource,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly credits: CreditsService,
  ) {}

  /**
   * Cancels unpaid intents, then refunds what was paid after the closing, or leaves it to an operator. Returns the number of
   * alerts.
   */
  async settle(): Promise<number> {
    let alerts = 0;
    for (const order of await this.unpaid()) if (!(await this.cancel(order))) alerts++;
    for (const order of await this.paidAfterClosing()) if (await this.refund(order)) alerts++;
    const kept = await this.kept();
    for (const { id, intentId } of kept) this.logger.warn({ alert: 'payment-kept', order: id, intent: intentId });
    return alerts + kept.length;
  }

  private unpaid(): Promise<OpenedPayment[]> {
    return this.ordersOfClosedAccounts(`o.state NOT IN ('paid', 'cancelled') AND o.payment_intent_id IS NOT NULL`);
  }

  private paidAfterClosing(): Promise<OpenedPayment[]> {
    return this.ordersOfClosedAccounts(
      `o.refunded_cents + o.lost_cents < o.amount_cents
         AND (o.refund_due OR o.paid_at >= s.deactivated_at AND NOT ${PAID_DUES})`,
    );
  }

  /** An operator refunds what is left of the credits. Until then there is an alert with each comparison. */
  private kept(): Promise<OpenedPayment[]> {
    return this.ordersOfClosedAccounts(
      `o.paid_at >= s.deactivated_at AND NOT o.refund_due AND o.refunded_cents + o.lost_cents = 0 AND ${PAID_DUES}`,
    );
  }

  private ordersOfClosedAccounts(condition: string): Promise<OpenedPayment[]> {
    return queryRows<OpenedPayment>(
      this.db,
      `SELECT o.id, o.payment_intent_id AS "intentId" FROM orders o JOIN students s ON s.id = o.student_id
        WHERE (s.deactivated_at IS NOT NULL OR o.refund_due) AND o.livemode = $1 AND ${condition} ORDER BY o.id`,
      [this.stripe.livemode],
    );
  }

  /** Returns false if Stripe refuses and the order can still be paid. */
  private async cancel({ id, intentId }: OpenedPayment): Promise<boolean> {
    try {
      await this.settlement.applyEvent(await this.stripe.cancelIntent(intentId));
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Already paid or cancelled, which the snapshot shows; or unknown to Stripe, and then it cannot be paid.
      const cancelled = { intentId, orderId: id, livemode: this.stripe.livemode, state: 'cancelled' as const };
      await this.settlement.refresh(intentId, error.isMissing ? cancelled : undefined);
      if (!(await this.unpaid()).some((order) => order.id === id)) return true;
      this.logger.error({ alert: 'cancel-failed', order: id, intent: intentId, reason: error.reason });
      return false;
    }
  }

  /**
   * Takes the credits before the money goes back, so that no claim or debt can have both. The order is the refund's idempotency key, so
   * a lost response does not send the money twice. Returns false, without an alert, if a claim or debt took a credit first.
   */
  private async refund(order: OpenedPayment): Promise<boolean> {
    if (!(await this.takeCredits(order))) return false;
    const { id, intentId } = order;
    try {
      await this.stripe.refund({ orderId: id, intentId });
      this.logger.warn({ alert: 'payment-after-closing', order: id, intent: intentId });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.logger.error({ alert: 'refund-failed', order: id, intent: intentId, reason: error.reason });
    }
    await this.settlement.refresh(intentId);
    return true;
  }

  /** Once and for good, even if the account is opened again. Returns false if a claim or debt took them first. */
  private takeCredits({ id }: OpenedPayment): Promise<boolean> {
    return transaction(this.db, async (tx) => {
      const order = await tx.findOneOrFail(Order, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (order.refundDue) return true;
      await this.credits.lockAccounts(tx, [order.studentId]);
      if (!(await queryRows(tx, TAKE, [id])).length) return false;
      const left = order.credits - order.creditsReversed;
      if (left) await this.credits.reversePurchase(tx, id, left);
      return true;
    });
  }
}

const TAKE = `UPDATE orders o SET refund_due = true, credits_reversed = credits, revision = revision + 1
  WHERE id = $1 AND NOT ${PAID_DUES} RETURNING id`;

const isRefusal = (error: unknown): error is StripeFailure => error instanceof StripeFailure && error.isPermanent;
