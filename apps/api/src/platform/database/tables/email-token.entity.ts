import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Student } from './student.entity.js';

/** A mailed link to verify an address or to set a new password. Only the SHA-256 of its token is stored. */
@Entity('email_tokens')
@Unique('uq_email_tokens_hash', ['tokenHash'])
@Index('ix_email_tokens_student', ['studentId', 'purpose'])
@Check('ck_email_tokens_purpose', `purpose IN ('verify', 'reset')`)
export class EmailToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_email_tokens' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Student, { name: 'fk_email_tokens_student' })
  studentId!: string;

  @Column('text')
  purpose!: 'verify' | 'reset';

  @Column('bytea')
  tokenHash!: Buffer;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
