import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An event from Stripe, stored before it is processed. Stripe's id is the key, so a repeated event is the same row. Only
 * the fields that settling needs are stored, no names, addresses or cards.
 */
@Entity('stripe_events')
@Index('ix_stripe_events_due', ['dueAt'], { where: 'done_at IS NULL' })
@Index('ix_stripe_events_done', ['doneAt'], { where: 'done_at IS NOT NULL' })
export class StripeEvent {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  type!: string;

  /** The payment as the event reports it (`payments/payment.ts`). */
  @Column('jsonb')
  payment!: object;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt!: Date;

  /** Not processed before this time. A worker postpones it first, so that the event is due again if the worker dies. */
  @Column('timestamptz', { default: () => 'now()' })
  dueAt!: Date;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  doneAt!: Date | null;

  /** The outcome, for an operator who investigates a payment. */
  @Column('text', { nullable: true })
  outcome!: string | null;
}
