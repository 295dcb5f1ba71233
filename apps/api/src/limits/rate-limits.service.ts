import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { counted } from '@spareswipe/contract';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { loginDelaySeconds, rateLimits, type RateLimit, type RateLimitName } from './rate-limits.js';
import { AppError } from '../common/app-error.js';

/** A log-in over the limit is tried this often before it is refused, so that others of the same moment can succeed first. */
const LOGIN_TRIES = 3;
const BETWEEN_TRIES_MS = 300;

/** Counts calls in PostgreSQL, so that limits hold exactly over any number of instances. */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly db: DataSource) {
    const all: [string, RateLimit][] = [
      ...Object.entries(rateLimits),
      // never exhausted: `refusalOf` decides by the count
      ['loginFailures', { ...rateLimits.loginFailures, points: Number.MAX_SAFE_INTEGER }],
      ['loginPause', { points: 1, durationSeconds: 1 }],
    ];
    for (const [name, limit] of all) this.add(name, limit);
  }

  /** Counts one call of a limited route. Throws TOO_MANY_REQUESTS over the limit. */
  async countCall({ name, perHour }: { name: string; perHour: number }, studentId: string): Promise<void> {
    const limiter = this.limiters.get(name) ?? this.add(name, { points: perHour, durationSeconds: 3600 });
    await limiter.consume(keyOf(studentId)).catch(throwTooMany);
  }

  /** Counts one call of `subject` (an address, a mailbox, a student). Throws TOO_MANY_REQUESTS over the limit. */
  async count(name: RateLimitName, subject: string): Promise<void> {
    await this.limiter(name).consume(keyOf(subject)).catch(throwTooMany);
  }

  /** Undoes one `count`. */
  async uncount(name: RateLimitName, subject: string): Promise<void> {
    await this.limiter(name).reward(keyOf(subject));
  }

  /**
   * Counts a log-in as failed before its password is compared, so that concurrent guesses count too. The first five are
   * free; each later one must wait for the delay that the one before it caused. Several log-ins of one student at once
   * look like guesses until the first succeeds, so one over the limit is tried again before it is refused.
   */
  async countLogin(email: string, address: string): Promise<void> {
    for (let tries = LOGIN_TRIES; ; tries--) {
      const refusal = await this.refusalOf(email, address);
      if (!refusal) return;
      if (tries === 1) throwTooMany(refusal);
      await setTimeout(BETWEEN_TRIES_MS);
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
      await this.uncountLogin(email, address);
      return refusal;
    }
  }

  /** Undoes `countLogin` for an attempt whose password was not compared. */
  async uncountLogin(email: string, address: string): Promise<void> {
    await Promise.all([this.uncount('loginFailures', email), this.uncount('loginFailuresPerAddress', address)]);
  }

  /** After a right password: clears the account's failures and this log-in's count for the address. `logins` keeps it. */
  async loginSucceeded(email: string, address: string): Promise<void> {
    await Promise.all([this.clearFailures(email), this.uncount('loginFailuresPerAddress', address)]);
  }

  /** Clears failures and delays once somebody has proved to own the account. */
  async clearFailures(email: string): Promise<void> {
    await Promise.all([
      this.limiter('loginFailures').delete(keyOf(email)),
      this.limiter('loginPause').delete(keyOf(email)),
    ]);
  }

  private add(name: string, { points, durationSeconds }: RateLimit): RateLimiterPostgres {
    const table = { storeClient: this.db, storeType: 'typeorm', tableName: 'rate_limits', tableCreated: true };
    const cleanUp = { clearExpiredByTimeout: name === 'loginPause' }; // one limiter cleans up the whole table
    const limiter = new RateLimiterPostgres({
      ...table,
      ...cleanUp,
      keyPrefix: name,
      points,
      duration: durationSeconds,
    });
    this.limiters.set(name, limiter);
    return limiter;
  }

  private limiter(name: string): RateLimiterPostgres {
    return this.limiters.get(name)!;
  }
}

/** The table holds hashes, so it does not reveal who was counted. */
const keyOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32);

function throwTooMany(refusal: unknown): never {
  if (refusal instanceof Error) throw refusal;
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
  const message = `Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, message });
}

function inWords(seconds: number): string {
  return seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
