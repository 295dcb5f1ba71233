import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Campus } from './campus.entity.js';
import { Match } from './match.entity.js';
import { MealRequest } from './meal-request.entity.js';
import { Student } from './student.entity.js';

/** Somebody who runs a campus, or all of them. Not a student. The row stays after it is revoked, because the log refers to it. */
@Entity('operators')
@Unique('uq_operators_email', ['email'])
@Unique('uq_operators_invitation', ['invitationHash'])
@Check('ck_operators_email', `email = lower(email)`)
@Check('ck_operators_accepted', `(accepted_at IS NULL) = (password_hash IS NULL)`)
export class Operator {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  /** Null: all campuses. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Campus, { name: 'fk_operators_campus' })
  institution!: string | null;

  /** SHA-256 of the mailed token, until it is used. */
  @Column('bytea', { nullable: true })
  invitationHash!: Buffer | null;

  @Column('timestamptz', { nullable: true })
  invitedUntil!: Date | null;

  @Column('text', { nullable: true })
  passwordHash!: string | null;

  /** The secret of the authenticator app, encrypted with a key made from JWT_SECRET. */
  @Column('text')
  sealedSecret!: string;

  /** Of the last code that was used: this one and older ones are refused. */
  @Column('bigint', { nullable: true })
  lastTimeStep!: string | null;

  @Column('timestamptz', { nullable: true })
  acceptedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  /** When their daily digest was last due, whether or not something waited. */
  @Column('timestamptz', { nullable: true })
  digestedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}

/** One-time codes for an operator without their authenticator. */
@Entity('operator_recovery_codes')
export class OperatorRecoveryCode {
  @PrimaryColumn('uuid')
  @ForeignKey(() => Operator)
  operatorId!: string;

  /** SHA-256. */
  @PrimaryColumn('bytea')
  codeHash!: Buffer;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}

@Entity('operator_sessions')
@Index('ix_operator_sessions_open', ['operatorId'], { where: 'ended_at IS NULL' })
export class OperatorSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Operator)
  operatorId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** When the operator last entered a code. */
  @Column('timestamptz')
  confirmedAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}

/** What operators did. Append-only: a trigger refuses every change. */
@Entity('operator_log')
@Index('ix_operator_log_campus', ['institution', 'id'])
@Index('ix_operator_log_student', ['studentId', 'id'], { where: 'student_id IS NOT NULL' })
@Index('ix_operator_log_operator', ['operatorId', 'id'])
@Index('ix_operator_log_match', ['matchId'], { where: 'match_id IS NOT NULL' })
@Check('ck_operator_log_action', `action ~ '^[a-z-]{3,40}$'`)
@Check('ck_operator_log_reason', `char_length(reason) BETWEEN 10 AND 500`)
export class OperatorLogLine {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Operator)
  operatorId!: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => Campus, { name: 'fk_operator_log_campus' })
  institution!: string | null;

  @Column('text')
  action!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Student)
  studentId!: string | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => Match)
  matchId!: string | null;

  /** Of a request that nobody had accepted. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => MealRequest)
  requestId!: string | null;

  @Column('text')
  reason!: string;

  @Column('jsonb', { nullable: true })
  before!: unknown;

  @Column('jsonb', { nullable: true })
  after!: unknown;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
