import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import { isId } from '../common/ids.js';
import { transaction } from '../database/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';
import { Order } from '../database/tables/order.entity.js';
import type { Payment } from './payment.js';
import { contradiction, settle, type Settlement } from './settlement.js';
import { StripeGateway } from './stripe.gateway.js';

/** `settled`: the order changed. `foreign`: not a payment of ours. `refused`: it contradicts our order; somebody has to look. */
export type Outcome = 'settled' | 'unchanged' | 'foreign' | 'refused';

/** Brings orders, and with them the ledger, to what Stripe says of their payments. */
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
   * Believes a signed event. Enough for what never becomes untrue: that an intent was paid, or cancelled.
   * However often and in whichever order events come, the order ends the same.
   */
  async believe(told: Payment): Promise<Outcome> {
    for (;;) {
      const order = await this.orderOf(told);
      if (!order) return 'foreign';
      const outcome = await this.apply(order, { told });
      if (outcome !== 'overtaken') return outcome;
    }
  }

  /**
   * Asks Stripe how things are and brings the order there, in either direction. Whoever looked before somebody else
   * changed the order looks again, so what is applied is never older than what is there. No transaction is open while
   * Stripe is asked. `told` counts where Stripe does not say.
   */
  async refresh(intentId: string, told?: Payment): Promise<Outcome> {
    for (;;) {
      const known = await this.orderOf(told ?? { intentId, livemode: this.stripe.livemode });
      const seen = await this.stripe.look(intentId);
      const order = known ?? (seen && (await this.orderOf(seen)));
      if (!order) return 'foreign';
      // Found by what was seen, so seen before the order was read: once more, in that order.
      const outcome = known
        ? await this.apply(order, { seen, told })
        : await this.refresh(intentId, { ...told, ...seen! });
      if (outcome !== 'overtaken') return outcome;
    }
  }

  private orderOf({ orderId, intentId }: Payment): Promise<Order | null> {
    const where = orderId !== undefined && isId(orderId) ? { id: orderId } : { paymentIntentId: intentId };
    return this.db.manager.findOneBy(Order, where);
  }

  private async apply(order: Order, word: { seen?: Payment; told?: Payment }): Promise<Outcome | 'overtaken'> {
    const problem = contradiction(order, word);
    if (problem) {
      this.logger.error({
        alert: 'payment-refused',
        order: order.id,
        intent: (word.seen ?? word.told)?.intentId,
        problem,
      });
      return 'refused';
    }
    const next = settle(order, word);
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
    if (takenBack > 0) await this.credits.reversePurchase(tx, id, takenBack);
    if (takenBack < 0) await this.credits.restorePurchase(tx, id, -takenBack);

    const student = await this.users.recipient(tx, studentId);
    if (!student) return;
    if (bought) await this.mail.send(tx, 'receipt', student, { credits, amountCents, orderId: id });
    const wentBack = next.refundedCents + next.lostCents - order.refundedCents - order.lostCents;
    if (wentBack > 0)
      await this.mail.send(tx, 'refund-receipt', student, {
        credits: Math.max(takenBack, 0),
        amountCents: wentBack,
        orderId: id,
      });
  }
}

const changes = (order: Order, next: Settlement): boolean =>
  (Object.keys(next) as (keyof Settlement)[]).some((field) => order[field] !== next[field]);

/**
 * False if somebody else changed the order since it was read. What a closed account pays is paid after its closing,
 * whatever the clocks of two instances say; a closing that is under way is waited for, one that begins later waits.
 */
async function advance(tx: EntityManager, { id, revision }: Order, next: Settlement, now: Date): Promise<boolean> {
  const { state, paymentIntentId, refundedCents, lostCents, creditsReversed } = next;
  const [, advanced] = await tx.query<[unknown[], number]>(
    `UPDATE orders
        SET state = $3, payment_intent_id = $4, refunded_cents = $5, lost_cents = $6, credits_reversed = $7,
            paid_at = CASE WHEN $3 = 'paid' THEN coalesce(paid_at, greatest($8,
              (SELECT deactivated_at FROM students WHERE students.id = student_id FOR KEY SHARE))) END,
            revision = revision + 1
      WHERE id = $1 AND revision = $2`,
    [id, revision, state, paymentIntentId, refundedCents, lostCents, creditsReversed, now],
  );
  return advanced === 1;
}
