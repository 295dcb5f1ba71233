import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A recorded report that a student did not follow through: at most one per student and match. */
@Entity('strikes')
export class Strike {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  studentId!: string;

  /** The other side of the match, who reported it. Several reports of one accuser count once. */
  @Column('uuid')
  accuserId!: string;

  @Column('uuid')
  matchId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When a suspension used this strike up; it no longer counts towards the next one. */
  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  /** When an operator withdrew it. A withdrawn strike counts for nothing, so it is consumed as well. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;

  /** What the struck student says against it. */
  @Column('text', { nullable: true })
  contest!: string | null;

  @Column('timestamptz', { nullable: true })
  contestedAt!: Date | null;

  /** From when on a contested strike counts again, or is withdrawn. Until then it suspends nobody. */
  @Column('timestamptz', { nullable: true })
  contestDecidedAt!: Date | null;
}
