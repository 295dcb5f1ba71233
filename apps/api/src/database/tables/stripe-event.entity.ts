import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An event that Stripe reported, stored before anything is done about it: Stripe's own id is the key, so a repeated one
 * is the same row. Only what settling needs is kept; names, addresses and cards of the report are not.
 */
@Entity('stripe_events')
@Index('ix_stripe_events_due', ['dueAt'], { where: 'done_at IS NULL' })
@Index('ix_stripe_events_done', ['doneAt'], { where: 'done_at IS NOT NULL' })
export class StripeEvent {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_stripe_events' })
  id!: string;

  @Column('text')
  type!: string;

  /** What the event says of the payment, as `payments/payment.ts` describes it. */
  @Column('jsonb')
  payment!: object;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt!: Date;

  /** Not before this time. Whoever works on it moves it on, so that it comes again should they die. */
  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  doneAt!: Date | null;

  /** How it ended, for whoever looks into a payment. */
  @Column('text', { nullable: true })
  outcome!: string | null;
}
