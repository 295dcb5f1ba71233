import { Injectable } from '@nestjs/common';
import { NOT_ME_LINK_DAYS, RESET_LINK_HOURS, VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import { DataSource, In, MoreThan, type EntityManager } from 'typeorm';
import { queryRows } from '../../platform/database/query-rows.js';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { hashOf, newSecret } from '../../platform/common/secrets.js';
import { EmailToken } from '../../platform/database/tables/email-token.entity.js';
import type { Registration } from '../users/users.service.js';

export const LINKS_KEPT_DAYS = 1;
export const SIGN_ON_LINK_HOURS = 1;

type Purpose = EmailToken['purpose'];

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_HOURS = {
  verify: VERIFICATION_LINK_HOURS,
  reset: RESET_LINK_HOURS,
  'not-me': NOT_ME_LINK_DAYS * 24,
  'sign-on': SIGN_ON_LINK_HOURS,
};

/** The secrets in mailed links: 256 random bits, of which only the SHA-256 is stored. */
@Injectable()
export class LinkTokens {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Issues a token; those mailed before keep working. One to verify needs the registration that it verifies. */
  async issue(
    tx: EntityManager,
    studentId: string,
    purpose: Purpose,
    registration: Registration | null = null,
  ): Promise<string> {
    const token = newSecret();
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_HOURS[purpose] * HOUR_MS);
    await tx.insert(EmailToken, { id: newId(), studentId, purpose, tokenHash: hashOf(token), registration, expiresAt });
    return token;
  }

  /** The unexpired token. One to verify is still found after its use, since mail scanners use it first; others are gone then. */
  find(tx: EntityManager, token: string, purpose: Purpose): Promise<EmailToken | null> {
    return tx.findOneBy(EmailToken, {
      tokenHash: hashOf(token),
      purpose,
      expiresAt: MoreThan(this.clock.now()),
    });
  }

  /** The password hashes of the registrations whose links still work. */
  async openHashes(studentId: string): Promise<string[]> {
    const rows = await queryRows<{ hash: string }>(
      this.db,
      `SELECT DISTINCT registration->>'passwordHash' AS hash FROM email_tokens
        WHERE student_id = $1 AND purpose = 'verify' AND expires_at > $2 AND registration->>'passwordHash' IS NOT NULL`,
      [studentId, this.clock.now()],
    );
    return rows.map(({ hash }) => hash);
  }

  /** What was registered last, as far as a link to verify it is kept. */
  async newestRegistration(tx: EntityManager, studentId: string): Promise<Registration | undefined> {
    const newest = await tx.findOne(EmailToken, { where: { studentId, purpose: 'verify' }, order: { id: 'DESC' } });
    return newest?.registration ?? undefined;
  }

  /** Whether other registrations of the address can still be verified. */
  async hasOthers(tx: EntityManager, studentId: string, registration: Registration): Promise<boolean> {
    const others = await queryRows(
      tx,
      `SELECT FROM email_tokens
        WHERE student_id = $1 AND purpose = 'verify' AND registration <> $2::jsonb AND expires_at > $3 LIMIT 1`,
      [studentId, registration, this.clock.now()],
    );
    return others.length > 0;
  }

  /** Ends the links of all other registrations of the address. */
  async endOthers(tx: EntityManager, studentId: string, registration: Registration): Promise<void> {
    await tx.query(
      `DELETE FROM email_tokens WHERE student_id = $1 AND purpose = 'verify' AND registration <> $2::jsonb`,
      [studentId, registration],
    );
  }

  async prune(): Promise<void> {
    await this.db.query('DELETE FROM email_tokens WHERE expires_at < now() - make_interval(days => $1)', [
      LINKS_KEPT_DAYS,
    ]);
  }

  /** Of simultaneous uses only the first may find its token: lock the student, then find it, then revoke. */
  async revoke(tx: EntityManager, studentId: string, purposes: Purpose[]): Promise<void> {
    await tx.delete(EmailToken, { studentId, purpose: In(purposes) });
  }
}
