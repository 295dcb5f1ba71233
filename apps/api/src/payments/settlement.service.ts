import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { isId } from '../platform/common/ids.js';
import { queryRows } from '../platform/database/query-rows.js';
import { transaction } from '../platform/database/transaction.js';
import { CreditsService } from '../ledger/credits/credits.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import { UsersService } from '../people/users/users.service.js';
import { Order } from '../platform/database/tables/order.entity.js';
import type { Payment } from './payment.js';
import { contradiction, settle, type Settlement, type StripeReport } from './settlement.js';
import { StripeGateway } from './stripe.gateway.js';

/** `settled`: the order changed. `foreign`: no order of ours. `refused`: it contradicts our order; an operator has to look. */
export type Outcome = 'settled' | 'unchanged' | 'foreign' | 'refused';

/** Updates orders, and with them the ledger, to what Stripe reports about their payments. */
@Injectable()
export class SettlementService {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly stripe: StripeGateway,
    private readonly credits: CreditsService,
    private readonly mail: MailService,
    private readonly users: UsersService,
  ) {}

  /**
   * Applies a signed event without asking Stripe. That is enough for facts that never change again: that an intent was
   * paid or cancelled. Events may come in any order and any number of times.
   */
  async applyEvent(event: Payment): Promise<Outcome> {
    for (;;) {
      const order = await this.orderOf(event);
      if (!order) return 'foreign';
      const outcome = await this.apply(order, { event });
      if (outcome !== 'overtaken') return outcome;
    }
  }

  /**
   * Retrieves the payment from Stripe and updates the order to it, in either direction. If the order changed meanwhile,
   * the payment is retrieved again, so that no outdated snapshot is applied. No transaction is open while Stripe is
   * called. `event` fills in what the snapshot lacks.
   */
  async refresh(intentId: string, event?: Payment): Promise<Outcome> {
    for (;;) {
      const known = await this.orderOf(event ?? { intentId, livemode: this.stripe.livemode });
      const snapshot = await this.stripe.retrievePayment(intentId);
      const order = known ?? (snapshot && (await this.orderOf(snapshot)));
      if (!order) return 'foreign';
      // The order was found through the payment, so it may be newer than our snapshot: retrieve the payment again.
      const outcome = known
        ? await this.apply(order, { snapshot, event })
        : await this.refresh(intentId, { ...event, ...snapshot! });
      if (outcome !== 'overtaken') return outcome;
    }
  }

  private orderOf({ orderId, intentId }: Payment): Promise<Order | null> {
    const where = orderId !== undefined && isId(orderId) ? { id: orderId } : { paymentIntentId: intentId };
    return this.db.manager.findOneBy(Order, where);
  }

  private async apply(order: Order, report: StripeReport): Promise<Outcome | 'overtaken'> {
    const problem = contradiction(order, report);
    if (problem) {
      this.logger.error({
        alert: 'payment-refused',
        order: order.id,
        intent: (report.snapshot ?? report.event)?.intentId,
        problem,
      });
      return 'refused';
    }
    const next = settle(order, report);
    if (!changes(order, next)) return 'unchanged';
    return transaction(this.db, async (tx) => {
      if (!(await advance(tx, order, next, this.clock.now()))) return 'overtaken';
      await this.moveCredits(tx, order, next);
      return 'settled';
    });
  }

  private async moveCredits(tx: EntityManager, order: Order, next: Settlement): Promise<void> {
    const { id, studentId, credits, amountCents } = order;
    const bought = next.state === 'paid' && order.state !== 'paid';
    const takenBack = next.creditsReversed - order.creditsReversed;
    if (bought) await this.credits.purchase(tx, id, studentId, credits);
    if (takenBack > 0) {
      await this.credits.reversePurchase(tx, id, takenBack);
      for (const fulfiller of await this.credits.passedOnTo(tx, id))
        this.logger.warn({ alert: 'meals-passed-on', order: id, buyer: studentId, fulfiller });
    }
    if (takenBack < 0) await this.credits.restorePurchase(tx, id, -takenBack);

    const student = await this.users.recipient(tx, studentId);
    if (!student) return;
    if (bought) await this.mail.send(tx, 'receipt', student, { credits, amountCents, orderId: id });
    const returnedCents = next.refundedCents + next.lostCents - order.refundedCents - order.lostCents;
    if (returnedCents > 0)
      await this.mail.send(tx, 'refund-receipt', student, {
        credits: Math.max(takenBack, 0),
        amountCents: returnedCents,
        orderId: id,
      });
  }
}

const changes = (order: Order, next: Settlement): boolean =>
  (Object.keys(next) as (keyof Settlement)[]).some((field) => order[field] !== next[field]);

/**
 * Returns false if the order changed since it was read. A payment of a closed account counts as paid after the closing,
 * even if the clocks of two instances differ; the row lock waits for a closing in progress, and a later one waits for us.
 */
async function advance(tx: EntityManager, { id, revision }: Order, next: Settlement, now: Date): Promise<boolean> {
  const { state, paymentIntentId, refundedCents, lostCents, creditsReversed } = next;
  const advanced = await queryRows(
    tx,
    `UPDATE orders
        SET state = $3, payment_intent_id = $4, refunded_cents = $5, lost_cents = $6, credits_reversed = $7,
            paid_at = CASE WHEN $3 = 'paid' THEN coalesce(paid_at, greatest($8,
              (SELECT deactivated_at FROM students WHERE students.id = student_id FOR KEY SHARE))) END,
            revision = revision + 1
      WHERE id = $1 AND revision = $2
      RETURNING id`,
    [id, revision, state, paymentIntentId, refundedCents, lostCents, creditsReversed, now],
  );
  return advanced.length === 1;
}
