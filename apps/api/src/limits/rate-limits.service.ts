import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { counted } from '@spareswipe/contract';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { loginDelaySeconds, rateLimits, type RateLimit, type RateLimitName } from './rate-limits.js';
import { AppError } from '../common/app-error.js';

/** How often a log-in is looked at before it is one too many: long enough for some others to be compared. */
const LOOKS = 3;
const BETWEEN_LOOKS_MS = 300;

/** Counts calls in PostgreSQL, so that any number of instances lets through exactly what one would. */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(db: DataSource) {
    const all: [string, RateLimit][] = [
      ...Object.entries(rateLimits),
      // counts without end: what follows from the number is decided below
      ['loginFailures', { ...rateLimits.loginFailures, points: Number.MAX_SAFE_INTEGER }],
      ['loginPause', { points: 1, durationSeconds: 1 }],
    ];
    for (const [name, { points, durationSeconds }] of all) {
      const table = { storeClient: db, storeType: 'typeorm', tableName: 'rate_limits', tableCreated: true };
      const cleanUp = { clearExpiredByTimeout: name === 'loginPause' }; // one of them does it for the whole table
      this.limiters.set(
        name,
        new RateLimiterPostgres({ ...table, ...cleanUp, keyPrefix: name, points, duration: durationSeconds }),
      );
    }
  }

  /** Counts one call; TOO_MANY_REQUESTS if it is one too many. `subject`: whom the limit is for. */
  async count(name: RateLimitName, subject: string): Promise<void> {
    await this.limiter(name).consume(keyOf(subject)).catch(refuse);
  }

  /** Takes back what `count` counted. */
  async giveBack(name: RateLimitName, subject: string): Promise<void> {
    await this.limiter(name).reward(keyOf(subject));
  }

  /**
   * Counts a log-in as failed before the password is looked at, so that guesses made at once are counted too.
   * The first five are free; then each must wait for the delay that the one before it caused. Several log-ins of a student
   * at one moment look like guesses until the first has proved right, so one too many looks again before it is refused.
   */
  async countLogin(email: string, address: string): Promise<void> {
    for (let looks = LOOKS; ; looks--) {
      const refusal = await this.refusalOf(email, address);
      if (!refusal) return;
      if (looks === 1) refuse(refusal);
      await setTimeout(BETWEEN_LOOKS_MS);
    }
  }

  private async refusalOf(email: string, address: string): Promise<unknown> {
    await this.count('loginFailuresPerAddress', address);
    const { consumedPoints } = await this.limiter('loginFailures').consume(keyOf(email));
    const customDuration = loginDelaySeconds(consumedPoints);
    try {
      if (consumedPoints >= rateLimits.loginFailures.points)
        await this.limiter('loginPause').consume(keyOf(email), 1, { customDuration });
      await this.limiter('logins').consume(keyOf(email));
      return undefined;
    } catch (refusal) {
      await this.forgetFailure(email, address);
      return refusal;
    }
  }

  /** An attempt that was not looked at makes no delay grow, and takes nothing from others at the same address. */
  async forgetFailure(email: string, address: string): Promise<void> {
    await Promise.all([this.giveBack('loginFailures', email), this.giveBack('loginFailuresPerAddress', address)]);
  }

  /** The password was right: this log-in and the failures before it are forgotten, and it is one of its student's. */
  async forgiveLogin(email: string, address: string): Promise<void> {
    await Promise.all([this.forgetFailures(email), this.giveBack('loginFailuresPerAddress', address)]);
  }

  /** Whoever has proved to own the account starts anew. */
  async forgetFailures(email: string): Promise<void> {
    await Promise.all([
      this.limiter('loginFailures').delete(keyOf(email)),
      this.limiter('loginPause').delete(keyOf(email)),
    ]);
  }

  private limiter(name: string): RateLimiterPostgres {
    return this.limiters.get(name)!;
  }
}

/** Who is counted is nobody's business: the table holds hashes, not addresses. */
const keyOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32);

function refuse(refusal: unknown): never {
  if (refusal instanceof Error) throw refusal;
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
  const message = `Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, message });
}

function inWords(seconds: number): string {
  return seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
