import type { Stripe } from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface StripeError {
  type: ErrorType;
  message: string;
  code?: string;
  payment_intent?: Stripe.PaymentIntent;
}

/** A response other than 200, in the shape of Stripe's errors. */
export class Failure extends Error {
  override name = 'Failure';

  constructor(
    readonly status: number,
    readonly error: StripeError,
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, code?: string): Failure =>
  new Failure(400, { type: 'invalid_request_error', message, code });

export const missing = (kind: string, id: string): Failure =>
  new Failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });
