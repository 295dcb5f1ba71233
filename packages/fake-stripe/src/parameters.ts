import type { Stripe } from 'stripe';
import type { ShapeOf } from './shape.js';

const list = { limit: 'integer', starting_after: 'text', created: { gte: 'integer' } } as const;

export const createIntent: ShapeOf<Stripe.PaymentIntentCreateParams> = {
  amount: 'integer',
  currency: 'text',
  automatic_payment_methods: { enabled: 'flag', allow_redirects: ['always', 'never'] },
  description: 'text',
  metadata: 'metadata',
};

export const retrieveIntent: ShapeOf<Stripe.PaymentIntentRetrieveParams> = { expand: 'texts' };

export const listIntents: ShapeOf<Stripe.PaymentIntentListParams> = { ...list, expand: 'texts' };

export const cancelIntent: ShapeOf<Stripe.PaymentIntentCancelParams> = {
  cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
};

/** Stripe.js sends these when a student pays: the publishable key, the intent's secret and the card as typed. */
export interface BrowserConfirm {
  key?: string;
  client_secret?: string;
  payment_method_data?: {
    type?: string;
    card?: { number?: string; exp_month?: string; exp_year?: string; cvc?: string };
    billing_details?: { name?: string; email?: string; address?: { postal_code?: string } };
  };
}
export const browserConfirm: ShapeOf<BrowserConfirm> = {
  key: 'text',
  client_secret: 'text',
  payment_method_data: {
    type: 'text',
    card: { number: 'text', exp_month: 'text', exp_year: 'text', cvc: 'text' },
    billing_details: { name: 'text', email: 'text', address: { postal_code: 'text' } },
  },
};

/** The student's response to the bank's question, which real pages send to the bank. */
export interface BankAnswer {
  key?: string;
  client_secret?: string;
  accepted?: boolean;
}
export const bankAnswer: ShapeOf<BankAnswer> = { key: 'text', client_secret: 'text', accepted: 'flag' };

export const createRefund: ShapeOf<Stripe.RefundCreateParams> = {
  metadata: 'metadata',
  payment_intent: 'text',
  reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
};

export const listRefunds: ShapeOf<Stripe.RefundListParams> = list;

export const listDisputes: ShapeOf<Stripe.DisputeListParams> = { ...list, payment_intent: 'text' };
