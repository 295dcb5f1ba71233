import type { MatchStatus, Side } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An accepted request: one fulfiller, one request. A request has at most one match that is not cancelled. */
@Entity('matches')
export class Match {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  requestId!: string;

  @Column('uuid')
  requesterId!: string;

  @Column('uuid')
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
