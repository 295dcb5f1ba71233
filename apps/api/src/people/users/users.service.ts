import { Injectable } from '@nestjs/common';
import type { UpdateProfile, User } from '@spareswipe/contract';
import { errors, FORMER_STUDENT, institutionFromEmail } from '@spareswipe/contract';
import { DataSource, In, IsNull, Like, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { closedAddress, mailboxMark } from '../../platform/common/mailbox.js';
import { Settings } from '../../platform/config/settings.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { newId } from '../../platform/common/ids.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Identity } from '../../platform/database/tables/identity.entity.js';
import { Student, type IdentityKey, type Registration } from '../../platform/database/tables/student.entity.js';
import { accountColumns, toUser, type AccountRow } from './student-account.js';

export type { IdentityKey, Registration };

/** The fields that a log-in checks. */
export type Credentials = Pick<Student, 'id' | 'passwordHash' | 'verifiedAt' | 'deactivatedAt'>;

type Verified = Pick<Student, 'email' | 'institution'>;

export const registrationOf = (given: Registration): Registration => {
  const { name, phoneNumber, rolePreference, passwordHash, identity } = given;
  return { name, phoneNumber, rolePreference, passwordHash, ...(identity && { identity }) };
};

/** Creates, finds, changes and closes students. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * Creates a student. One who never verified the address gets the newest registration; a link that was mailed for an earlier
   * one brings that back. Throws EMAIL_TAKEN for a verified address, also after its account is closed.
   */
  async register(tx: EntityManager, email: string, registration: Registration): Promise<string> {
    const { name, phoneNumber, rolePreference, passwordHash } = registration;
    const [row] = await queryRows<{ id: string }>(
      tx,
      `INSERT INTO students (id, name, email, phone_number, role_preference, password_hash, institution, mailbox)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS (SELECT FROM students WHERE email = $9)
       ON CONFLICT (email) DO UPDATE SET
         name = excluded.name, phone_number = excluded.phone_number, role_preference = excluded.role_preference,
         password_hash = excluded.password_hash
       WHERE students.verified_at IS NULL
       RETURNING id`,
      [
        newId(),
        name,
        email,
        phoneNumber,
        rolePreference,
        passwordHash,
        institutionFromEmail(email),
        mailboxMark(email, this.settings.STARTING_MEALS_KEY),
        closedAddress(email, this.settings.STARTING_MEALS_KEY),
      ],
    );
    // Checked again, because the INSERT may have waited for a transaction that closed the account.
    if (!row || (await tx.existsBy(Student, { email: closedAddress(email, this.settings.STARTING_MEALS_KEY) })))
      throw new AppError('EMAIL_TAKEN', { errors: [{ path: 'email', message: errors.EMAIL_TAKEN.message }] });
    return row.id;
  }

  /**
   * Makes the registration the account. Returns its address and campus; undefined if the address was verified before. Locks the
   * student. Throws INVALID_TOKEN if the registration was forgotten meanwhile, and IDENTITY_TAKEN if the identity belongs to
   * another account by now.
   */
  async markVerified(tx: EntityManager, id: string, registration: Registration): Promise<Verified | undefined> {
    const { name, phoneNumber, rolePreference, passwordHash, identity } = registration;
    const [verified] = await queryRows<Verified>(
      tx,
      `UPDATE students SET verified_at = $2, name = $3, phone_number = $4, role_preference = $5, password_hash = $6
        WHERE id = $1 AND verified_at IS NULL AND deactivated_at IS NULL
       RETURNING email, institution`,
      [id, this.clock.now(), name, phoneNumber, rolePreference, passwordHash],
    );
    if (!verified && !(await tx.existsBy(Student, { id, verifiedAt: Not(IsNull()) })))
      throw new AppError('INVALID_TOKEN');
    if (verified && identity) await this.link(tx, id, identity);
    return verified;
  }

  /** The student whom the campus knows by this, even with a closed account. */
  async whoIs(tx: EntityManager, { issuer, subject }: IdentityKey): Promise<Student | null> {
    const identity = await tx.findOneBy(Identity, { issuer, subject });
    return identity && tx.findOneBy(Student, { id: identity.studentId });
  }

  /** The student is known to the campus by this from now on. Throws IDENTITY_TAKEN if somebody else is. */
  async link(tx: EntityManager, studentId: string, { issuer, subject }: IdentityKey): Promise<void> {
    await tx.createQueryBuilder().insert().into(Identity).values({ issuer, subject, studentId }).orIgnore().execute();
    if (!(await tx.existsBy(Identity, { issuer, subject, studentId }))) throw new AppError('IDENTITY_TAKEN');
  }

  /** Forgets the campus accounts of all providers. */
  async unlink(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(Identity, { studentId });
  }

  isLinked(tx: EntityManager, studentId: string): Promise<boolean> {
    return tx.existsBy(Identity, { studentId });
  }

  /** Finds closed accounts, too, so that a log-in with the right password can say that the account is closed. */
  credentials(tx: EntityManager, email: string): Promise<Credentials | null> {
    return tx.findOneBy(Student, {
      email: In([email, closedAddress(email, this.settings.STARTING_MEALS_KEY)]),
    });
  }

  /** Null if the student signs on with the campus account. */
  async passwordHash(id: string): Promise<string | null> {
    return (await this.db.manager.findOneByOrFail(Student, { id })).passwordHash;
  }

  /** Locks the student if this is still their password. Returns whether it is. */
  async lockWithPassword(tx: EntityManager, id: string, passwordHash: string): Promise<boolean> {
    return (await lockOne(tx, { id, passwordHash })) !== null;
  }

  async setPassword(tx: EntityManager, id: string, passwordHash: string): Promise<void> {
    await tx.update(Student, { id }, { passwordHash });
  }

  async account(tx: EntityManager, id: string): Promise<User> {
    const account = `SELECT ${accountColumns} FROM students s WHERE s.id = $2`;
    const [row] = await queryRows<AccountRow>(tx, account, [this.clock.now(), id]);
    return toUser(row!);
  }

  /**
   * Changes name, role preference and phone number; e-mail and institution stay (spec §5). A new number brings no starting
   * meals: those come with the verification.
   */
  async updateProfile({ id, user }: SignedInStudent, changes: UpdateProfile): Promise<User> {
    const { name, rolePreference = user.rolePreference, phoneNumber = user.phoneNumber } = changes;
    await this.db.manager.update(Student, { id, deactivatedAt: IsNull() }, { name, rolePreference, phoneNumber });
    return { ...user, name, rolePreference, phoneNumber };
  }

  /**
   * Locks all accounts of the mailboxes of these students, closed ones too, in id order: so transactions about a person run one
   * after the other. Comes before the locks on request, match and accounts (docs/decisions/0002-lock-order.md).
   */
  async lockMailboxes(tx: EntityManager, ...ids: string[]): Promise<void> {
    await tx.query(
      `SELECT FROM students WHERE mailbox IN (SELECT mailbox FROM students WHERE id = ANY ($1))
        ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
  }

  /** Locks a student with an open account; returns false if it is closed. */
  async lockOpen(tx: EntityManager, id: string): Promise<boolean> {
    return (await lockOne(tx, { id })) !== null;
  }

  /** Locks the student with this address; null if no open account has it. */
  lockByEmail(tx: EntityManager, email: string): Promise<Student | null> {
    return lockOne(tx, { email });
  }

  /** Like `lockOpen` after `lockMailboxes`, but also blocks new rows that refer to the student until the transaction ends. */
  async lockToClose(tx: EntityManager, id: string): Promise<boolean> {
    await this.lockMailboxes(tx, id);
    return (await lockOne(tx, { id }, 'pessimistic_write')) !== null;
  }

  /** Name and address of all students of this campus who log in with a password, for mails. */
  withPasswordAt(tx: EntityManager, institution: string): Promise<Pick<Student, 'name' | 'email'>[]> {
    return tx.find(Student, {
      select: { name: true, email: true },
      where: { institution, passwordHash: Not(IsNull()), verifiedAt: Not(IsNull()), deactivatedAt: IsNull() },
    });
  }

  /** Name and address for mails, and the phone number; null if the account is closed. */
  recipient(tx: EntityManager, id: string): Promise<Pick<Student, 'name' | 'email' | 'phoneNumber'> | null> {
    return tx.findOneBy(Student, { id, deactivatedAt: IsNull() });
  }

  /**
   * Suspends a person; null ends the suspension. It holds for all accounts of the mailbox, and is stored at this one only.
   * The caller has locked the mailbox.
   */
  async suspend(tx: EntityManager, id: string, until: Date | null): Promise<void> {
    const stored = 'CASE WHEN id = $1 THEN $2::timestamptz END';
    await tx.query(
      `UPDATE students SET suspended_until = ${stored}
        WHERE mailbox = (SELECT mailbox FROM students WHERE id = $1) AND suspended_until IS DISTINCT FROM ${stored}`,
      [id, until],
    );
  }

  /**
   * Closes an account and replaces everything personal. An HMAC of the address stays, so that it can't be registered again
   * for more starting credits. The row stays, since the ledger refers to it.
   */
  async deactivate(tx: EntityManager, id: string, email: string): Promise<void> {
    await this.close(tx, id);
    await tx.delete(Identity, { studentId: id });
    await tx.update(
      Student,
      { id },
      {
        name: FORMER_STUDENT,
        email: closedAddress(email, this.settings.STARTING_MEALS_KEY),
        phoneNumber: '',
      },
    );
  }

  /** Lets the address of a closed account be registered again, and forgets its password. */
  async freeAddress(tx: EntityManager, id: string): Promise<void> {
    await tx.update(Student, { id }, { email: `${id}@closed.invalid`, passwordHash: '' });
  }

  /**
   * Replaces everything personal of registrations that nobody verified, or repeated, in this many days, and that no link can
   * verify any more. The address may be registered again.
   */
  async forgetUnverified(days: number): Promise<void> {
    await this.db.query(
      `UPDATE students SET deactivated_at = now(), name = '${FORMER_STUDENT}', email = id || '@closed.invalid',
              phone_number = '', password_hash = ''
        WHERE verified_at IS NULL AND deactivated_at IS NULL AND created_at < now() - make_interval(days => $1)
          AND updated_at < now() - make_interval(days => $1)
          AND NOT EXISTS (SELECT FROM email_tokens WHERE student_id = students.id AND expires_at > now())`,
      [days],
    );
  }

  /**
   * Closes an account that an operator may open again: it keeps its profile. One that is closed already keeps that time, since
   * payments after it are refunded.
   */
  async close(tx: EntityManager, id: string): Promise<void> {
    await tx.update(Student, { id, deactivatedAt: IsNull() }, { deactivatedAt: this.clock.now() });
  }

  /** Opens an account that an operator closed. Returns false if it is open, or if its student closed it. */
  async reopen(tx: EntityManager, id: string): Promise<boolean> {
    const closedByOperator = { id, deactivatedAt: Not(IsNull()), email: Not(Like('%.invalid')) };
    const { affected } = await tx.update(Student, closedByOperator, { deactivatedAt: null });
    return affected === 1;
  }
}

const lockOne = (
  tx: EntityManager,
  which: FindOptionsWhere<Student>,
  mode: 'for_no_key_update' | 'pessimistic_write' = 'for_no_key_update',
): Promise<Student | null> => tx.findOne(Student, { where: { ...which, deactivatedAt: IsNull() }, lock: { mode } });
