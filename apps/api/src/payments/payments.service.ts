import { Injectable, Logger } from '@nestjs/common';
import { mealPackages, packageIds, type PackageId } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { Settings } from '../config/settings.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { Order } from './order.entity.js';
import { SettlementService } from './settlement.service.js';
import { StripeFailure, StripeGateway } from './stripe.gateway.js';

const CURRENCY = 'usd';
/** Stripe forgets the key of an order after 24 h. */
const REUSED_FOR_MS = 23 * 60 * 60 * 1000;

/** Selling packages: orders, and the payment session that a student pays each with. */
@Injectable()
export class PaymentsService {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * A payment session for a package. Clicking again gives the same one for 23 h. The order is committed before Stripe
   * hears of it, and nothing is locked while Stripe is asked: whatever fails, no payment can come for an unknown order.
   */
  async createPaymentIntent(studentId: string, { packageId }: { packageId: string }, key?: string) {
    const { data: chosen } = packageIds.safeParse(packageId);
    if (!chosen) throw new AppError('UNKNOWN_PACKAGE');
    if (!this.stripe.isOn) throw new AppError('STRIPE_NOT_CONFIGURED');
    const call = { studentId, key, route: 'payments.createPaymentIntent', body: { packageId } };
    const { orderId } = await this.idempotency.once(call, (tx) => this.place(tx, studentId, chosen));
    const clientSecret =
      (await this.sessionOf(orderId)) ?? (await this.sessionOf((await this.placeAnother(studentId, chosen)).orderId));
    if (!clientSecret) throw new AppError('PAYMENT_PROVIDER_FAILED');
    const { STRIPE_JS_URL: stripeJsUrl } = this.settings;
    return { success: true as const, clientSecret, publishableKey: this.stripe.publishableKey, stripeJsUrl };
  }

  private placeAnother(studentId: string, packageId: PackageId) {
    return this.db.transaction((tx) => this.place(tx, studentId, packageId));
  }

  /** The student's open order of this package, or a new one. The lock makes two clicks at once agree on one. */
  private async place(tx: EntityManager, studentId: string, packageId: PackageId): Promise<{ orderId: string }> {
    const { credits, price } = mealPackages[packageId];
    const now = this.clock.now();
    await tx.query('SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE', [studentId]);
    const [open] = await tx.query<{ id: string }[]>(
      `SELECT id FROM orders
        WHERE student_id = $1 AND package_id = $2 AND credits = $3 AND amount_cents = $4 AND currency = $5
          AND livemode = $6 AND state IN ('placed', 'open') AND created_at > $7
        ORDER BY created_at DESC LIMIT 1`,
      [studentId, packageId, credits, price, CURRENCY, this.stripe.livemode, new Date(now.getTime() - REUSED_FOR_MS)],
    );
    if (open) return { orderId: open.id };
    const id = newId();
    await tx.insert(Order, {
      id,
      studentId,
      packageId,
      credits,
      amountCents: price,
      currency: CURRENCY,
      livemode: this.stripe.livemode,
      createdAt: now,
    });
    return { orderId: id };
  }

  /** The secret that the page pays an order with; undefined if it can no longer be paid. */
  private async sessionOf(orderId: string): Promise<string | undefined> {
    const order = await this.db.manager.findOneByOrFail(Order, { id: orderId });
    if (order.state !== 'placed' && order.state !== 'open') return undefined;
    return (order.paymentIntentId ? this.reopen(order.paymentIntentId) : this.open(order)).catch(
      async (error: unknown) => {
        if (!(error instanceof StripeFailure)) throw error;
        this.logger.warn({ order: orderId, reason: error.reason }, 'no payment session');
        // The next attempt needs an order of its own: to this one, Stripe would give the same answer again.
        if (error.final)
          await this.db.query(`UPDATE orders SET state = 'failed' WHERE id = $1 AND state IN ('placed', 'open')`, [
            orderId,
          ]);
        throw new AppError('PAYMENT_PROVIDER_FAILED', {}, { cause: error });
      },
    );
  }

  private async open(order: Order): Promise<string> {
    const { id, clientSecret } = await this.stripe.createIntent(order);
    await this.db.query(
      `UPDATE orders SET payment_intent_id = $2, state = CASE state WHEN 'placed' THEN 'open' ELSE state END,
              revision = revision + 1
        WHERE id = $1 AND payment_intent_id IS NULL`,
      [order.id, id],
    );
    return clientSecret;
  }

  private async reopen(intentId: string): Promise<string | undefined> {
    const { clientSecret, payment } = await this.stripe.findIntent(intentId);
    if (payment.state === 'open') return clientSecret;
    // Paid or cancelled while we were not told.
    await this.settlement.refresh(intentId, payment);
    return undefined;
  }
}
