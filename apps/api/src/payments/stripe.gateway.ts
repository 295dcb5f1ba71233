import { Injectable, Logger } from '@nestjs/common';
import { Stripe } from 'stripe';
import { AppError } from '../platform/common/app-error.js';
import { Settings } from '../platform/config/settings.js';
import type { Order } from '../platform/database/tables/order.entity.js';
import type { Payment } from './payment.js';
import { intentOf, lostCentsOf, paymentOfEvent, paymentOfIntent } from './payment-of.js';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const SIGNATURE_TOLERANCE_SECONDS = 300;
const PAGE = 100;

export interface VerifiedEvent {
  id: string;
  type: string;
  payment?: Payment;
}

/** A call to Stripe failed. `isPermanent`: the same call would fail the same way for a day. */
export class StripeFailure extends Error {
  override name = 'StripeFailure';

  constructor(
    readonly isPermanent: boolean,
    /** Stripe's error type, status, request id and code; never its message, which may quote what was sent. */
    readonly reason: string,
    /** Stripe does not know the object. */
    readonly isMissing = false,
  ) {
    super(reason);
  }
}

/**
 * The only file that calls Stripe; it translates Stripe's objects and errors to ours. The API version is the one that the
 * library is made for, so the library's types match it.
 */
@Injectable()
export class StripeGateway {
  readonly publishableKey: string;
  private readonly logger = new Logger('Stripe');
  private readonly stripe: Stripe | undefined;
  private readonly webhookSecrets: string[];

  constructor(settings: Settings) {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE } = settings;
    this.publishableKey = STRIPE_PUBLISHABLE_KEY;
    this.webhookSecrets = STRIPE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim());
    this.stripe = STRIPE_SECRET_KEY
      ? new Stripe(STRIPE_SECRET_KEY, {
          ...hostOf(STRIPE_API_BASE),
          timeout: TIMEOUT_MS,
          maxNetworkRetries: RETRIES,
          telemetry: false,
        })
      : undefined;
  }

  get isOn(): boolean {
    return this.stripe !== undefined;
  }

  /** Whether the keys are for real money. */
  get livemode(): boolean {
    return this.publishableKey.startsWith('pk_live_');
  }

  /**
   * Creates the intent of an order, or returns the existing one: the order is the idempotency key. Only payment methods
   * that stay on the page are allowed. No name or address is sent: Stripe gets those from the card form, and the receipt
   * is ours.
   */
  async createIntent({ id, amountCents, currency, credits }: Order): Promise<{ id: string; clientSecret: string }> {
    const params: Stripe.PaymentIntentCreateParams = {
      amount: amountCents,
      currency,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      description: `SpareSwipe: ${credits} meals`,
      metadata: { order_id: id },
    };
    const intent = await this.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey: id }));
    return { id: intent.id, clientSecret: clientSecretOf(intent) };
  }

  /** The intent of an earlier call, with the secret to pay it. */
  async findIntent(id: string): Promise<{ clientSecret: string; payment: Payment }> {
    const intent = await this.call((stripe) => stripe.paymentIntents.retrieve(id));
    return { clientSecret: clientSecretOf(intent), payment: paymentOfIntent(intent) };
  }

  /** Cancels an unpaid intent; Stripe refuses if it is already paid or cancelled. */
  async cancelIntent(id: string): Promise<Payment> {
    const params: Stripe.PaymentIntentCancelParams = { cancellation_reason: 'abandoned' };
    return paymentOfIntent(await this.call((stripe) => stripe.paymentIntents.cancel(id, params)));
  }

  /** Refunds what is left of a payment, once per order. */
  async refund({ orderId, intentId }: { orderId: string; intentId: string }): Promise<void> {
    const params: Stripe.RefundCreateParams = {
      payment_intent: intentId,
      reason: 'requested_by_customer',
      metadata: { order_id: orderId },
    };
    await this.call((stripe) => stripe.refunds.create(params, { idempotencyKey: `refund-${orderId}` }));
  }

  /** The current state of a payment, with refunds and disputes; undefined if Stripe does not know it. */
  async retrievePayment(intentId: string): Promise<Payment | undefined> {
    const payment = await this.call((stripe) =>
      stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    ).then(paymentOfIntent, (error: unknown) => {
      if (error instanceof StripeFailure && error.isMissing) return undefined;
      throw error;
    });
    if (!payment?.disputed)
      return payment && { ...payment, lostCents: payment.refundedCents === undefined ? undefined : 0 };
    const { data } = await this.call((stripe) => stripe.disputes.list({ payment_intent: intentId, limit: PAGE }));
    return { ...payment, lostCents: lostCentsOf(data) };
  }

  /** Payments created since then, newest first. The outcome of disputes is not included. */
  async *paymentsSince(since: Date): AsyncGenerator<Payment> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const params = { created, limit: PAGE, expand: ['data.latest_charge'] };
    yield* this.pages((stripe) => stripe.paymentIntents.list(params), paymentOfIntent);
  }

  async *refundedIntentsSince(since: Date): AsyncGenerator<string> {
    const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE };
    yield* this.pages((stripe) => stripe.refunds.list(params), intentOf);
  }

  async *disputedIntentsSince(since: Date): AsyncGenerator<string> {
    const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE };
    yield* this.pages((stripe) => stripe.disputes.list(params), intentOf);
  }

  /**
   * The event in a webhook's body. Throws BAD_SIGNATURE unless Stripe signed these very bytes in the last 5 minutes, and
   * VALIDATION_FAILED for a signed body that is no event: it is logged, and Stripe sends it again.
   */
  verify(body: string, signature: string, now: Date): VerifiedEvent {
    if (!this.isOn) throw new AppError('STRIPE_NOT_CONFIGURED');
    if (!this.webhookSecrets.some((secret) => isSigned(body, signature, secret, now)))
      throw new AppError('BAD_SIGNATURE');
    try {
      return verified(JSON.parse(body) as Stripe.Event);
    } catch (error) {
      // A parser's message quotes the body.
      const reason = error instanceof SyntaxError ? 'not JSON' : String(error);
      this.logger.warn({ reason }, 'Stripe signed an event that cannot be read');
      throw new AppError('VALIDATION_FAILED');
    }
  }

  private async *pages<T, U>(list: (stripe: Stripe) => Stripe.ApiListPromise<T>, map: (object: T) => U | undefined) {
    if (!this.stripe) throw new AppError('STRIPE_NOT_CONFIGURED');
    try {
      for await (const object of list(this.stripe)) {
        const mapped = map(object);
        if (mapped !== undefined) yield mapped;
      }
    } catch (error) {
      throw translated(error);
    }
  }

  private async call<T>(operation: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.stripe) throw new AppError('STRIPE_NOT_CONFIGURED');
    try {
      return await operation(this.stripe);
    } catch (error) {
      throw translated(error);
    }
  }
}

/** Connection faults, limits and locks are temporary; any other response is repeated for the same idempotency key. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { StripeConnectionError, StripeRateLimitError, StripeAuthenticationError } = Stripe.errors;
  const isTemporary =
    [StripeConnectionError, StripeRateLimitError, StripeAuthenticationError].some((kind) => error instanceof kind) ||
    error.statusCode === 409;
  return new StripeFailure(
    !isTemporary,
    [error.type, error.statusCode, error.requestId, error.code].filter(Boolean).join(' '),
    error.code === 'resource_missing',
  );
}

function hostOf(base: string | undefined): Stripe.StripeConfig {
  if (!base) return {};
  const { protocol, hostname, port } = new URL(base);
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? 80 : 443) };
}

/** The library throws for a wrong signature, and for an odd header even a plain Error or TypeError. */
function isSigned(body: string, signature: string, secret: string, now: Date): boolean {
  try {
    const scheme = Stripe.webhooks.signature;
    return scheme!.verifyHeader(body, signature, secret, SIGNATURE_TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    return false;
  }
}

function verified(event: Stripe.Event): VerifiedEvent {
  const { id, type } = event;
  const payment = paymentOfEvent(event);
  if (typeof id !== 'string' || (payment && typeof payment.intentId !== 'string'))
    throw new TypeError('An id is missing or no text');
  if (UNSTORABLE.test(JSON.stringify([id, payment]))) throw new TypeError('A text cannot be stored');
  return { id, type, payment };
}

/** NUL and half a surrogate pair, as JSON writes them: PostgreSQL stores neither. */
const UNSTORABLE = /\\u(0000|d[89a-f])/;

function clientSecretOf({ client_secret: secret }: Stripe.PaymentIntent): string {
  if (!secret) throw new StripeFailure(true, 'intent without a client secret');
  return secret;
}
