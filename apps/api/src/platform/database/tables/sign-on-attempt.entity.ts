import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CampusSession } from './session.entity.js';
import type { IdentityKey } from './student.entity.js';

/** What the provider said: who it is, or why the sign-on ends. */
export type SignOnResult =
  | Vouched
  | {
      problem: SignOnProblem;
      claim?: string;
      /** Only of somebody who is not a student there. */
      identity?: IdentityKey;
    };

/** Somebody whom the campus vouches for. */
export interface Vouched {
  issuer: string;
  subject: string;
  name: string;
  /** Empty if the campus gives none that is of its domains. */
  email: string;
  /** The campus has verified that the address is this person's. */
  isVouched: boolean;
  /** When they last proved who they are, in ms; null if the provider does not say. */
  authenticatedAt: number | null;
  session?: CampusSession;
}

export type SignOnProblem =
  'cancelled' | 'unavailable' | 'failed' | 'wrong-campus' | 'guest' | 'not-a-student' | 'not-released';

/**
 * One sign-on, from its start to the session. Only hashes of what the browser holds are stored. Its state, its code and each
 * step work once.
 */
@Entity('sign_on_attempts')
export class SignOnAttempt {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  provider!: string;

  /** The first three are why it began. The others wait: for a new student's profile, a mailed link, the confirmed action. */
  @Column('text')
  stage!: 'log-in' | 'link' | 'confirm' | 'profile' | 'mailed' | 'confirmed';

  /** Who was logged in at the start, or whose account the mailed link opens. */
  @Column('uuid', { nullable: true })
  studentId!: string | null;

  /** Of the student who was logged in at the start. */
  @Column('uuid', { nullable: true })
  sessionId!: string | null;

  @Column('bytea', { nullable: true })
  stateHash!: Buffer | null;

  /** For PKCE. */
  @Column('text')
  verifier!: string;

  @Column('bytea')
  secretHash!: Buffer;

  @Column('bytea', { nullable: true })
  codeHash!: Buffer | null;

  @Column('jsonb', { nullable: true })
  outcome!: SignOnResult | null;

  @Column('text')
  returnTo!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}
