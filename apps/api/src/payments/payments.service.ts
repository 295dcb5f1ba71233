import { Injectable } from '@nestjs/common';
import { mealPackages, packageIds, type PackageId } from '@spareswipe/contract';
import { DataSource, In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { CampusesService } from '../people/campuses/campuses.service.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { newId } from '../platform/common/ids.js';
import { Slots } from '../platform/common/slots.js';
import type { SignedInStudent } from '../platform/http/current-student.js';
import { Settings } from '../platform/config/settings.js';
import { IdempotencyService, type Call } from '../platform/idempotency/idempotency.service.js';
import { Order } from '../platform/database/tables/order.entity.js';
import { UsersService } from '../people/users/users.service.js';
import { SettlementService } from './settlement.service.js';
import { StripeFailure, StripeGateway } from './stripe.gateway.js';

const CURRENCY = 'usd';
/** Stripe forgets the key of an order after 24 h. */
const REUSED_FOR_MS = 23 * 60 * 60 * 1000;

/** Selling packages: orders, and the payment session that a student pays each with. */
@Injectable()
export class PaymentsService {
  /** While Stripe does not respond, purchases must not take all the slots of other calls. */
  private readonly waitingForStripe = new Slots(32);

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly campuses: CampusesService,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
    private readonly idempotency: IdempotencyService,
    private readonly users: UsersService,
  ) {}

  /**
   * Returns a payment session for a package: the same one for 23 h, and always the same one for the same
   * Idempotency-Key. The order is committed before Stripe is called, so no payment can arrive for an unknown order, and
   * nothing is locked during the call. Throws MEALS_NOT_ON_SALE if the campus sells none. A session that a key got before
   * the sale stopped is still returned, and still credited when paid.
   */
  async createPaymentIntent(student: SignedInStudent, { packageId }: { packageId: string }, key?: string) {
    const chosen = packageIds.find((id) => id === packageId);
    if (!chosen) throw new AppError('UNKNOWN_PACKAGE');
    if (!this.stripe.isOn) throw new AppError('STRIPE_NOT_CONFIGURED');
    const call = { studentId: student.id, key, route: 'payments.createPaymentIntent', body: { packageId } };
    const release = this.waitingForStripe.acquire(student.id);
    if (!release) throw new AppError('BUSY', { retryAfterSeconds: 5 });
    const clientSecret = await this.session(call, student.institution, chosen)
      .catch((error: unknown) => {
        if (!(error instanceof StripeFailure)) throw error;
        throw new AppError('PAYMENT_PROVIDER_FAILED', {}, { cause: error });
      })
      .finally(release);
    const { STRIPE_JS_URL: stripeJsUrl } = this.settings;
    return { clientSecret, publishableKey: this.stripe.publishableKey, stripeJsUrl };
  }

  /** The client secret that the page pays with. */
  private async session(call: Call, institution: string, packageId: PackageId): Promise<string> {
    await this.idempotency.refuseReused(call);
    const reusable = await this.reusableSession(call.studentId, packageId);
    const placed = await this.idempotency.run(call, async (tx) => {
      await this.campuses.assertSellsMeals(tx, institution);
      return this.placeOrder(tx, call.studentId, packageId);
    });
    if (placed.orderId === reusable?.orderId) return reusable.clientSecret;
    const order = await this.db.manager.findOneByOrFail(Order, { id: placed.orderId });
    try {
      return order.paymentIntentId
        ? (await this.stripe.findIntent(order.paymentIntentId)).clientSecret
        : await this.createIntent(order);
    } catch (error) {
      // The next attempt needs a new order: for this one, Stripe would repeat the same response.
      if (error instanceof StripeFailure && (order.paymentIntentId ? error.isMissing : error.isPermanent)) {
        await this.markFailed(order.id);
        await this.idempotency.forget(call, placed);
      }
      throw error;
    }
  }

  /** The session of the student's open order, if it is open at Stripe, too. A payment whose event we missed is settled first. */
  private async reusableSession(studentId: string, packageId: PackageId) {
    for (;;) {
      const open = await this.openOrder(this.db.manager, studentId, packageId);
      if (!open?.paymentIntentId) return undefined;
      const { id: orderId, paymentIntentId: intentId } = open;
      const found = await this.stripe.findIntent(intentId).catch((error: unknown) => {
        if (error instanceof StripeFailure && error.isMissing) return undefined;
        throw error;
      });
      if (found?.payment.state === 'open') return { orderId, clientSecret: found.clientSecret };
      if (found) await this.settlement.refresh(intentId, found.payment);
      await this.markFailed(orderId);
    }
  }

  /** The student's open order for this package, or a new one. The lock makes two simultaneous clicks share one. */
  private async placeOrder(tx: EntityManager, studentId: string, packageId: PackageId): Promise<{ orderId: string }> {
    if (!(await this.users.lockOpen(tx, studentId))) throw new AppError('UNAUTHENTICATED');
    const open = await this.openOrder(tx, studentId, packageId);
    if (open) return { orderId: open.id };
    const { credits, price } = mealPackages[packageId];
    const id = newId();
    await tx.insert(Order, {
      id,
      studentId,
      packageId,
      credits,
      amountCents: price,
      currency: CURRENCY,
      livemode: this.stripe.livemode,
      createdAt: this.clock.now(),
    });
    return { orderId: id };
  }

  private openOrder(tx: EntityManager, studentId: string, packageId: PackageId): Promise<Order | null> {
    const { credits, price } = mealPackages[packageId];
    const since = new Date(this.clock.now().getTime() - REUSED_FOR_MS);
    const asSoldNow = { packageId, credits, amountCents: price, currency: CURRENCY, livemode: this.stripe.livemode };
    return tx.findOne(Order, {
      where: { studentId, ...asSoldNow, state: In(['placed', 'open']), createdAt: MoreThan(since) },
      order: { createdAt: 'DESC' },
    });
  }

  private async createIntent(order: Order): Promise<string> {
    const { id, clientSecret } = await this.stripe.createIntent(order);
    await this.db.manager.update(
      Order,
      { id: order.id, paymentIntentId: IsNull() },
      {
        paymentIntentId: id,
        state: () => `CASE state WHEN 'placed' THEN 'open' ELSE state END`,
        revision: () => 'revision + 1',
      },
    );
    return clientSecret;
  }

  /** The order is no longer offered; if it is paid nevertheless, it is settled as usual. */
  private async markFailed(orderId: string): Promise<void> {
    await this.db.manager.update(Order, { id: orderId, state: In(['placed', 'open']) }, { state: 'failed' });
  }
}
