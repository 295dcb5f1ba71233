import type { Side } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one rating that a side of a match gave the other. */
@Entity('ratings')
export class Rating {
  @PrimaryColumn('uuid')
  matchId!: string;

  /** The side that gave the rating. */
  @PrimaryColumn('text')
  side!: Side;

  @Column('uuid')
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
