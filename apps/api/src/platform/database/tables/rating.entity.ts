import type { Side } from '@spareswipe/contract';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Match } from './match.entity.js';
import { Student } from './student.entity.js';

/** The one rating that a side of a match gave the other. */
@Entity('ratings')
@Index('ix_ratings_reports', ['raterId', 'createdAt'], { where: 'NOT followed_through' })
@Check('ck_ratings_side', `side IN ('requester', 'fulfiller')`)
@Check('ck_ratings_score', `score BETWEEN 1 AND 5`)
@Check('ck_ratings_score_if_followed_through', `(score IS NOT NULL) = followed_through`)
@Check('ck_ratings_comment', `char_length(comment) <= 300`)
export class Rating {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Match)
  matchId!: string;

  /** The side that gave the rating. */
  @PrimaryColumn('text')
  side!: Side;

  @Column('uuid')
  @ForeignKey(() => Student)
  raterId!: string;

  @Column('smallint', { nullable: true })
  score!: number | null;

  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('boolean')
  followedThrough!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
