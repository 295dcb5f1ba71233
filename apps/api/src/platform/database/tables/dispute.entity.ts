import type { DisputeAward } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.entity.js';
import { Match } from './match.entity.js';
import { Transfer } from './transfer.entity.js';

/** One side says that a completed match happened, the other that it did not. Only the functions of the `ledger` schema write it. */
@Entity('disputes', { schema: 'ledger' })
@Unique('uq_disputes_taken', ['takenId'])
@Index('ix_disputes_claims', ['debtorAccountId', 'openedAt', 'matchId'], {
  where: `taken_id IS NULL AND awarded_to IS DISTINCT FROM 'fulfiller'`,
})
@Index('ix_disputes_undecided', ['openedAt'], { where: 'awarded_to IS NULL' })
@Check('ck_disputes_awarded_to', `awarded_to IN ('requester', 'fulfiller', 'nobody')`)
@Check('ck_disputes_decided_by', `decided_by IN ('operator', 'time', 'side')`)
@Check(
  'ck_disputes_decided',
  `(awarded_to IS NULL) = (decided_at IS NULL) AND (awarded_to IS NULL) = (decided_by IS NULL)`,
)
@Check(
  'ck_disputes_reason',
  `CASE decided_by WHEN 'operator' THEN reason IS NOT NULL AND char_length(reason) BETWEEN 10 AND 500 ELSE reason IS NULL END`,
)
export class Dispute {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Match)
  matchId!: string;

  /** What the fulfiller has available. */
  @Column('bigint')
  @ForeignKey(() => Account, { name: 'fk_disputes_debtor' })
  debtorAccountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  openedAt!: Date;

  /**
   * The transfer that took the credit from the fulfiller. Without it, the dispute is a claim on the next credits that they
   * receive, unless it was awarded to them.
   */
  @Column('bigint', { nullable: true })
  @ForeignKey(() => Transfer)
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
