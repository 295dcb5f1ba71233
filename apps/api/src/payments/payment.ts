/** What Stripe says of one payment, in our words. What it does not say is absent. Amounts in cents. */
export interface Payment {
  intentId: string;
  /** The order that the intent was made for, from its metadata. */
  orderId?: string;
  livemode: boolean;
  state?: 'open' | 'paid' | 'cancelled';
  amountCents?: number;
  /** What was received, once it is paid. */
  receivedCents?: number;
  currency?: string;
  refundedCents?: number;
  /** In disputes that we lost. */
  lostCents?: number;
  /** There are or were disputes, whatever came of them. */
  disputed?: boolean;
}
