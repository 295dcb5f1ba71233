import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Match } from './match.entity.js';
import { Student } from './student.entity.js';

/** A recorded report that a student did not follow through: at most one per student and match. */
@Entity('strikes')
@Index('ix_strikes_accuser', ['studentId', 'accuserId', 'createdAt'])
@Index('ix_strikes_undecided', ['contestedAt'], { where: 'contested_at IS NOT NULL AND contest_decided_at IS NULL' })
@Check('ck_strikes_contest', `char_length(contest) BETWEEN 10 AND 500`)
@Check(
  'ck_strikes_contested',
  `(contest IS NULL) = (contested_at IS NULL) AND (contest_decided_at IS NULL OR contested_at IS NOT NULL)`,
)
@Check('ck_strikes_undecided', `contested_at IS NULL OR contest_decided_at IS NOT NULL OR withdrawn_at IS NULL`)
@Unique('uq_strikes_student_match', ['studentId', 'matchId'])
export class Strike {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  /** The other side of the match, who reported it. Several reports of one accuser count once. */
  @Column('uuid')
  @ForeignKey(() => Student)
  accuserId!: string;

  @Column('uuid')
  @ForeignKey(() => Match)
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
