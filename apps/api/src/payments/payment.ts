/** One payment as Stripe reports it. A field that Stripe does not report is absent. Amounts in cents. */
export interface Payment {
  intentId: string;
  /** The order that the intent was made for, from its metadata. */
  orderId?: string;
  livemode: boolean;
  state?: 'open' | 'paid' | 'cancelled';
  amountCents?: number;
  /** The amount received, once paid. */
  receivedCents?: number;
  currency?: string;
  refundedCents?: number;
  /** Lost in disputes. */
  lostCents?: number;
  /** There are or were disputes, with any outcome. */
  disputed?: boolean;
}
