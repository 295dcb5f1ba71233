import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Student } from './student.entity.js';

/** What others see of a student's past exchanges. No row: too few ratings count. */
@Entity('reputations')
@Check('ck_reputations_half_stars', `half_stars BETWEEN 2 AND 10`)
@Check('ck_reputations_meals', `meals >= 0`)
export class Reputation {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Student)
  studentId!: string;

  @Column('smallint')
  halfStars!: number;

  /** Completed exchanges as fulfiller. */
  @Column('integer')
  meals!: number;
}

/** A student whose reputation may be different from this time on, written by triggers. */
@Entity('reputation_changes')
export class ReputationChange {
  @PrimaryColumn('timestamptz')
  dueAt!: Date;

  @PrimaryColumn('uuid')
  studentId!: string;
}
