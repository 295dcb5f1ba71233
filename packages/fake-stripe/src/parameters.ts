import type { Stripe } from 'stripe';
import type { ShapeOf } from './shape.js';

const range = {
  gt: 'integer',
  gte: 'integer',
  lt: 'integer',
  lte: 'integer',
} satisfies ShapeOf<Stripe.RangeQueryParam>;
const paging = {
  ending_before: 'text',
  limit: 'integer',
  starting_after: 'text',
} satisfies ShapeOf<Stripe.PaginationParams>;

export const createIntent: ShapeOf<Stripe.PaymentIntentCreateParams> = {
  amount: 'integer',
  currency: 'text',
  allowed_payment_method_types: 'texts',
  amount_details: 'unsupported',
  application_fee_amount: 'unsupported',
  automatic_payment_methods: { enabled: 'flag', allow_redirects: ['always', 'never'] },
  capture_method: 'unsupported',
  confirm: 'unsupported',
  confirmation_method: 'unsupported',
  confirmation_token: 'unsupported',
  customer: 'unsupported',
  customer_account: 'unsupported',
  description: 'text',
  error_on_requires_action: 'unsupported',
  excluded_payment_method_types: 'unsupported',
  expand: 'texts',
  hooks: 'unsupported',
  mandate: 'unsupported',
  mandate_data: 'unsupported',
  metadata: 'metadata',
  off_session: 'unsupported',
  on_behalf_of: 'unsupported',
  payment_details: 'unsupported',
  payment_method: 'unsupported',
  payment_method_configuration: 'unsupported',
  payment_method_data: 'unsupported',
  payment_method_options: 'unsupported',
  radar_options: 'unsupported',
  receipt_email: 'text',
  return_url: 'unsupported',
  setup_future_usage: 'unsupported',
  shipping: 'unsupported',
  statement_descriptor: 'unsupported',
  statement_descriptor_suffix: 'text',
  transfer_data: 'unsupported',
  transfer_group: 'unsupported',
  use_stripe_sdk: 'unsupported',
};

export const retrieveIntent: ShapeOf<Stripe.PaymentIntentRetrieveParams> = { client_secret: 'text', expand: 'texts' };

export const listIntents: ShapeOf<Stripe.PaymentIntentListParams> = {
  ...paging,
  created: range,
  customer: 'unsupported',
  customer_account: 'unsupported',
  expand: 'texts',
};

export const cancelIntent: ShapeOf<Stripe.PaymentIntentCancelParams> = {
  cancellation_reason: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
  expand: 'texts',
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
    billing_details: { name: 'text', email: 'text', phone: 'text', address: { postal_code: 'text' } },
  },
};

export const createRefund: ShapeOf<Stripe.RefundCreateParams> = {
  amount: 'integer',
  charge: 'text',
  currency: 'unsupported',
  customer: 'unsupported',
  expand: 'texts',
  instructions_email: 'unsupported',
  metadata: 'metadata',
  origin: 'unsupported',
  payment_intent: 'text',
  reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
  refund_application_fee: 'unsupported',
  reverse_transfer: 'unsupported',
};

export const retrieve: ShapeOf<{ expand?: string[] }> = { expand: 'texts' };

export const listRefunds: ShapeOf<Stripe.RefundListParams> = {
  ...paging,
  charge: 'text',
  created: range,
  expand: 'texts',
  payment_intent: 'text',
};

export const listCharges: ShapeOf<Stripe.ChargeListParams> = {
  ...paging,
  created: range,
  customer: 'unsupported',
  expand: 'texts',
  payment_intent: 'text',
  transfer_group: 'unsupported',
};

export const listDisputes: ShapeOf<Stripe.DisputeListParams> = {
  ...paging,
  charge: 'text',
  created: range,
  expand: 'texts',
  payment_intent: 'text',
};

export const listEvents: ShapeOf<Stripe.EventListParams> = {
  ...paging,
  created: range,
  delivery_success: 'unsupported',
  expand: 'texts',
  type: 'text',
  types: 'texts',
};
