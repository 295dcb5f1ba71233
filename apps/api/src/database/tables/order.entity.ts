import type { PackageId } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Student } from './student.entity.js';

/**
 * `placed` before Stripe is asked, `open` while its intent waits for the student's card, then `paid` or `cancelled`.
 * `failed`: Stripe would not make an intent, or has forgotten it. Late payment beats all of them: money that arrived is never without credits.
 */
export type OrderState = 'placed' | 'open' | 'paid' | 'cancelled' | 'failed';

/**
 * A student's order of a package, as it was sold. What is in it says what was paid and taken back; the credits are in
 * the ledger, and a transaction that leaves the two apart is refused at commit.
 */
@Entity('orders')
@Unique('uq_orders_payment_intent', ['paymentIntentId'])
@Index('ix_orders_student', ['studentId', 'createdAt'])
@Index('ix_orders_created', ['createdAt'])
@Check('ck_orders_state', `state IN ('placed', 'open', 'paid', 'cancelled', 'failed')`)
@Check('ck_orders_sold', `credits > 0 AND amount_cents > 0 AND currency ~ '^[a-z]{3}$'`)
@Check(
  'ck_orders_paid',
  `(state = 'paid') = (paid_at IS NOT NULL) AND (state <> 'paid' OR payment_intent_id IS NOT NULL)`,
)
@Check('ck_orders_refunded_cents', `refunded_cents BETWEEN 0 AND amount_cents`)
@Check('ck_orders_lost_cents', `lost_cents BETWEEN 0 AND amount_cents`)
@Check('ck_orders_credits_reversed', `credits_reversed BETWEEN 0 AND CASE state WHEN 'paid' THEN credits ELSE 0 END`)
export class Order {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_orders' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_orders_student' })
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

  /** Real money, or Stripe's test mode. */
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

  /** Taken by the student's bank in disputes that we lost. */
  @Column('integer', { default: 0 })
  lostCents!: number;

  /** Of `credits`, those that were taken back in proportion to the money that went back. */
  @Column('integer', { default: 0 })
  creditsReversed!: number;

  /** Counts the changes: whoever looked at Stripe before the last one looks again. */
  @Column('integer', { default: 0 })
  revision!: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Kept by the database. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
