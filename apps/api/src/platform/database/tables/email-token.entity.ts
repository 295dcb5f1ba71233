import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Registration } from './student.entity.js';

/** A mailed link: to verify a registration, to set a new password, "This wasn't me", or to link a campus account. Only the SHA-256 of its token is stored. */
@Entity('email_tokens')
export class EmailToken {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  studentId!: string;

  @Column('text')
  purpose!: 'verify' | 'reset' | 'not-me' | 'sign-on';

  @Column('bytea')
  tokenHash!: Buffer;

  /** The registration that a verification link was mailed for: the account becomes this one, whatever was registered later. */
  @Column('jsonb', { nullable: true })
  registration!: Registration | null;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
