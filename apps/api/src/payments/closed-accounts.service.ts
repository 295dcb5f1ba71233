import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SettlementService } from './settlement.service.js';
import { StripeFailure, StripeGateway } from './stripe.gateway.js';

interface Begun {
  id: string;
  intentId: string;
}

/**
 * What students had begun to pay when they closed their account (docs/decisions/0011-payments-of-closed-accounts.md).
 * Found by how things are, not by the closing itself: whatever fails, the next comparison with Stripe comes by again.
 */
@Injectable()
export class ClosedAccountsService {
  private readonly logger = new Logger('ClosedAccounts');

  constructor(
    private readonly db: DataSource,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Calls off what is not paid yet, then gives back what was paid after the closing. Answers how many there were of the
   * latter and of those that can still be paid.
   */
  async settle(): Promise<number> {
    let alerts = 0;
    for (const order of await this.unpaid()) if (!(await this.callOff(order))) alerts++;
    const paid = await this.paidTooLate();
    for (const order of paid) await this.giveBack(order);
    return alerts + paid.length;
  }

  private unpaid(): Promise<Begun[]> {
    return this.ordersOfClosedAccounts(`o.state NOT IN ('paid', 'cancelled') AND o.payment_intent_id IS NOT NULL`);
  }

  private paidTooLate(): Promise<Begun[]> {
    return this.ordersOfClosedAccounts(
      'o.paid_at >= s.deactivated_at AND o.refunded_cents + o.lost_cents < o.amount_cents',
    );
  }

  private ordersOfClosedAccounts(which: string): Promise<Begun[]> {
    return this.db.query<Begun[]>(
      `SELECT o.id, o.payment_intent_id AS "intentId" FROM orders o JOIN students s ON s.id = o.student_id
        WHERE s.deactivated_at IS NOT NULL AND o.livemode = $1 AND ${which} ORDER BY o.id`,
      [this.stripe.livemode],
    );
  }

  /** False if Stripe refuses and the order can still be paid. */
  private async callOff({ id, intentId }: Begun): Promise<boolean> {
    try {
      await this.settlement.believe(await this.stripe.cancelIntent(intentId));
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Paid or cancelled already, in which case Stripe says so; or unknown to it, and then nobody can pay it.
      const gone = { intentId, orderId: id, livemode: this.stripe.livemode, state: 'cancelled' as const };
      await this.settlement.refresh(intentId, error.isMissing ? gone : undefined);
      if (!(await this.unpaid()).some((order) => order.id === id)) return true;
      this.logger.error({ alert: 'cancel-failed', order: id, intent: intentId, reason: error.reason });
      return false;
    }
  }

  /** The order is the refund's key, so that a lost answer does not send the money twice. */
  private async giveBack({ id, intentId }: Begun): Promise<void> {
    try {
      await this.stripe.refund({ orderId: id, intentId });
      this.logger.warn({ alert: 'payment-after-closing', order: id, intent: intentId });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.logger.error({ alert: 'refund-failed', order: id, intent: intentId, reason: error.reason });
    }
    await this.settlement.refresh(intentId);
  }
}

const isRefusal = (error: unknown): error is StripeFailure => error instanceof StripeFailure && error.final;
