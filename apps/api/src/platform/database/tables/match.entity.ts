import type { MatchStatus, Side } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MealRequest } from './meal-request.entity.js';
import { Student } from './student.entity.js';

/** An accepted request: one fulfiller, one request. A request has at most one match that is not cancelled. */
@Entity('matches')
@Index('uq_matches_live_request', ['requestId'], { unique: true, where: `status <> 'cancelled'` })
@Index('ix_matches_requester', { synchronize: false })
@Index('ix_matches_fulfiller', { synchronize: false })
@Index('ix_matches_fulfiller_cancelled', ['fulfillerId', 'requestId'], { where: `status = 'cancelled'` })
@Check('ck_matches_not_own_request', `fulfiller_id <> requester_id`)
@Check('ck_matches_status', `status = ANY ('{accepted, completed, cancelled}')`)
@Check('ck_matches_completed_by', `completed_by = ANY ('{requester, fulfiller, system}')`)
@Check(
  'ck_matches_completed',
  `(status = 'completed') = (completed_at IS NOT NULL) AND (status = 'completed') = (completed_by IS NOT NULL)`,
)
@Check('ck_matches_cancelled', `(status = 'cancelled') = (cancelled_at IS NOT NULL)`)
@Check('ck_matches_cancelled_because', `cancelled_because = ANY ('{released, withdrawn, no_show, left, voided}')`)
@Check('ck_matches_cancelled_with_reason', `(status = 'cancelled') = (cancelled_because IS NOT NULL)`)
export class Match {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => MealRequest)
  requestId!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  requesterId!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  fulfillerId!: string;

  @Column('text', { default: 'accepted' })
  status!: MatchStatus;

  /** `system`: completed automatically, 48 h after the deadline. */
  @Column('text', { nullable: true })
  completedBy!: Side | 'system' | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  cancelledAt!: Date | null;

  /** By the fulfiller: `released`, `left` (closed the account). By the requester, in either way: `withdrawn`. */
  @Column('text', { nullable: true })
  cancelledBecause!: 'released' | 'withdrawn' | 'no_show' | 'left' | 'voided' | null;

  /** At the place, as each side said. */
  @Column('timestamptz', { nullable: true })
  requesterHereAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  fulfillerHereAt!: Date | null;

  /** Met the other side; once both said so the match is completed. */
  @Column('timestamptz', { nullable: true })
  requesterMetAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  fulfillerMetAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
