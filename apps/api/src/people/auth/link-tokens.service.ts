import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RESET_LINK_HOURS, VERIFICATION_LINK_HOURS } from '@spareswipe/contract';
import { DataSource, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { EmailToken } from '../../platform/database/tables/email-token.entity.js';

export const LINKS_KEPT_DAYS = 1;

type Purpose = EmailToken['purpose'];

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_HOURS = { verify: VERIFICATION_LINK_HOURS, reset: RESET_LINK_HOURS };

/** The secrets in mailed links: 256 random bits, of which only the SHA-256 is stored. */
@Injectable()
export class LinkTokens {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Issues a token and deletes the older ones of the same purpose. */
  async replace(tx: EntityManager, studentId: string, purpose: Purpose): Promise<string> {
    await tx.delete(EmailToken, { studentId, purpose });
    return this.issue(tx, studentId, purpose);
  }

  /** Issues a token; those mailed before keep working. */
  async issue(tx: EntityManager, studentId: string, purpose: Purpose): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_HOURS[purpose] * HOUR_MS);
    await tx.insert(EmailToken, { id: newId(), studentId, purpose, tokenHash: hashOf(token), expiresAt });
    return token;
  }

  /**
   * The student whose unexpired token this is. A verify token is still found after its use, since mail scanners use it
   * first. A reset token is not, or its holder could make the server hash passwords endlessly.
   */
  async owner(tx: EntityManager, token: string, purpose: Purpose): Promise<string | undefined> {
    const found = await tx.findOneBy(EmailToken, {
      tokenHash: hashOf(token),
      purpose,
      expiresAt: MoreThan(this.clock.now()),
      ...(purpose === 'reset' && { usedAt: IsNull() }),
    });
    return found?.studentId;
  }

  /** True for exactly one caller. Lock the student first: a new token for them may be replacing this one. */
  async use(tx: EntityManager, token: string): Promise<boolean> {
    const unused = { tokenHash: hashOf(token), usedAt: IsNull() };
    const { affected } = await tx.update(EmailToken, unused, { usedAt: this.clock.now() });
    return affected === 1;
  }

  /** Deletes the tokens that expired more than a day ago. */
  async prune(): Promise<void> {
    await this.db.query('DELETE FROM email_tokens WHERE expires_at < now() - make_interval(days => $1)', [
      LINKS_KEPT_DAYS,
    ]);
  }

  async revokeAll(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(EmailToken, { studentId });
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
