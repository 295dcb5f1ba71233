import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Match } from './match.entity.js';
import { Student } from './student.entity.js';

/** A recorded report that a student did not follow through: at most one per student and match. */
@Entity('strikes')
@Index('ix_strikes_accuser', ['studentId', 'accuserId', 'createdAt'])
@Unique('uq_strikes_student_match', ['studentId', 'matchId'])
export class Strike {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_strikes' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_strikes_student' })
  studentId!: string;

  /** The other side of the match, who reported it. Several reports of one accuser count once. */
  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_strikes_accuser' })
  accuserId!: string;

  @Column('uuid')
  @ForeignKey(() => Match, { name: 'fk_strikes_match' })
  matchId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When a suspension used this strike up; it no longer counts towards the next one. */
  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  /** When an operator withdrew it. A withdrawn strike counts for nothing, so it is consumed as well. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;
}
