import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What others see of a student's past exchanges. No row: too few ratings count. */
@Entity('reputations')
export class Reputation {
  @PrimaryColumn('uuid')
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
