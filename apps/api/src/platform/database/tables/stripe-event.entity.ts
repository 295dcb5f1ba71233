import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An event from Stripe, stored before it is processed. Stripe's id is the key, so a repeated event is the same row. Only
 * the fields that settling needs are stored, no names, addresses or cards.
 */
@Entity('stripe_events')
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

  @Column('timestamptz', { nullable: true })
  doneAt!: Date | null;

  /** The outcome, for an operator who investigates a payment. */
  @Column('text', { nullable: true })
  outcome!: string | null;
}
