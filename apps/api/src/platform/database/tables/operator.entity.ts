import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who runs a campus, or all of them. Not a student. The row stays after it is revoked, because the log refers to it. */
@Entity('operators')
export class Operator {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  /** Null: all campuses. */
  @Column('text', { nullable: true })
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

/** One-time codes for an operator without their authenticator, which are not used yet. */
@Entity('operator_recovery_codes')
export class OperatorRecoveryCode {
  @PrimaryColumn('uuid')
  operatorId!: string;

  /** SHA-256. */
  @PrimaryColumn('bytea')
  codeHash!: Buffer;
}

@Entity('operator_sessions')
export class OperatorSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
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
export class OperatorLogLine {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  operatorId!: string;

  @Column('text', { nullable: true })
  institution!: string | null;

  @Column('text')
  action!: string;

  @Column('uuid', { nullable: true })
  studentId!: string | null;

  @Column('uuid', { nullable: true })
  matchId!: string | null;

  /** Of a request that nobody had accepted. */
  @Column('uuid', { nullable: true })
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
