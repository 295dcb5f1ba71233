import type { DisputeAward } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One side says that a completed match happened, the other that it did not. Only the functions of the `ledger` schema write it. */
@Entity('disputes', { schema: 'ledger' })
export class Dispute {
  @PrimaryColumn('uuid')
  matchId!: string;

  /** What the fulfiller has available. */
  @Column('bigint')
  debtorAccountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  openedAt!: Date;

  /**
   * The transfer that took the credit from the fulfiller. Without it, the dispute is a claim on the next credits that they
   * receive, unless it was awarded to them.
   */
  @Column('bigint', { nullable: true })
  takenId!: string | null;

  @Column('text', { nullable: true })
  awardedTo!: DisputeAward | null;

  @Column('timestamptz', { nullable: true })
  decidedAt!: Date | null;

  @Column('text', { nullable: true })
  decidedBy!: 'operator' | 'time' | 'side' | null;

  /** What an operator writes to both sides. */
  @Column('text', { nullable: true })
  reason!: string | null;
}
