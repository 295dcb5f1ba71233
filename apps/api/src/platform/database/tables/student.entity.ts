import type { RolePreference } from '@spareswipe/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A registered student. Rows are never deleted, because the ledger refers to them; deactivation replaces the personal data.
 * Triggers open the ledger accounts of a new row and write `updatedAt`.
 */
@Entity('students')
export class Student {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** Lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  phoneNumber!: string;

  @Column('text')
  rolePreference!: RolePreference;

  /** Null: the student signs on with the campus account. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  /** HMAC of the address without its "+tag" (common/mailbox.ts): accounts with the same one belong to one person. Never changes. */
  @Column('bytea', { default: () => 'uuid_send(gen_random_uuid())' })
  mailbox!: Buffer;

  /** The campus, derived from the e-mail domain. */
  @Column('text')
  institution!: string;

  @Column('timestamptz', { nullable: true })
  verifiedAt!: Date | null;

  /** Computed from the strikes and from the log of operators: `strikes/suspension.ts`. */
  @Column('timestamptz', { nullable: true })
  suspendedUntil!: Date | null;

  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** How a campus knows a student. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** What somebody registered under an address. `identity`: how the campus knows them, if they signed on there. */
export type Registration = Pick<Student, 'name' | 'phoneNumber' | 'rolePreference' | 'passwordHash'> & {
  identity?: IdentityKey;
};
