import type { PackageId } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * `placed` before Stripe is called, `open` while the intent waits for the student's card, then `paid` or `cancelled`.
 * `failed`: Stripe refused to create the intent, or no longer knows it. A late payment turns every other state into `paid`,
 * so that no money arrives without credits.
 */
export type OrderState = 'placed' | 'open' | 'paid' | 'cancelled' | 'failed';

/**
 * A student's order of a package, as it was sold, with the money paid and returned. The credits are in the ledger; the
 * database refuses to commit an order that contradicts it.
 */
@Entity('orders')
export class Order {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  studentId!: string;

  @Column('text')
  packageId!: PackageId;

  @Column('integer')
  credits!: number;

  @Column('integer')
  amountCents!: number;

  /** ISO 4217, lower case, as Stripe writes it. */
  @Column('text')
  currency!: string;

  /** True for real money, false for Stripe's test mode. */
  @Column('boolean')
  livemode!: boolean;

  @Column('text', { default: 'placed' })
  state!: OrderState;

  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  @Column('timestamptz', { nullable: true })
  paidAt!: Date | null;

  @Column('integer', { default: 0 })
  refundedCents!: number;

  /** Lost to the student's bank in disputes. */
  @Column('integer', { default: 0 })
  lostCents!: number;

  /** How many of `credits` were taken back, in proportion to the returned money. */
  @Column('integer', { default: 0 })
  creditsReversed!: number;

  /** It was paid after the account was closed, and we refund it: its credits are gone for good, even while Stripe refuses. */
  @Column('boolean', { default: false })
  refundDue!: boolean;

  /** Counts the changes, so that a snapshot of Stripe from before the last one is not applied. */
  @Column('integer', { default: 0 })
  revision!: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Written by a trigger. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
