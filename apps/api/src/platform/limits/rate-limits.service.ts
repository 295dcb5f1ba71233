import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { counted } from '@spareswipe/contract';
import type { QueryConfig } from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { rateLimits, type RateLimit, type RateLimitName } from './rate-limits.js';
import { AppError } from '../common/app-error.js';
import { queryRows } from '../database/query-rows.js';

/** Counts calls in PostgreSQL, so that limits hold exactly over any number of instances. */
@Injectable()
export class RateLimits {
  private readonly client = {
    query: async ({ values, ...statement }: QueryConfig<unknown[]>) => {
      const rows = await queryRows(this.db, statement, values);
      return { rows, rowCount: rows.length };
    },
  };
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly db: DataSource) {
    for (const [name, limit] of Object.entries(rateLimits)) this.add(name, limit);
  }

  /** Counts one call of a limited route. Throws TOO_MANY_REQUESTS over the limit. */
  async countCall({ name, perHour }: { name: string; perHour: number }, studentId: string): Promise<void> {
    const limiter = this.limiters.get(name) ?? this.add(name, { points: perHour, durationSeconds: 3600 });
    await limiter.consume(keyOf(studentId)).catch(throwTooMany);
  }

  /** Counts one call of `subject` (an address, a mailbox, a student). Throws TOO_MANY_REQUESTS over the limit. */
  async count(name: RateLimitName, subject: string): Promise<void> {
    await this.of(name).consume(keyOf(subject)).catch(throwTooMany);
  }

  /** Throws TOO_MANY_REQUESTS if the next count would. */
  async check(name: RateLimitName, subject: string): Promise<void> {
    const counted = await this.of(name).get(keyOf(subject));
    if (counted?.remainingPoints === 0) throwTooMany(counted);
  }

  async uncount(name: RateLimitName, subject: string): Promise<void> {
    await this.of(name).reward(keyOf(subject));
  }

  private add(name: string, { points, durationSeconds }: RateLimit): RateLimiterPostgres {
    const limiter = new RateLimiterPostgres({
      storeClient: this.client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: name === 'loginPause', // one limiter cleans up the whole table
      keyPrefix: name,
      points,
      duration: durationSeconds,
    });
    this.limiters.set(name, limiter);
    return limiter;
  }

  /** The counter of one limit, for more than a plain `count`. */
  of(name: RateLimitName): RateLimiterPostgres {
    return this.limiters.get(name)!;
  }
}

/** The table holds hashes, so it does not reveal who was counted. */
export const keyOf = (subject: string) => createHash('sha256').update(subject).digest('base64url').slice(0, 32);

export function throwTooMany(refusal: unknown): never {
  if (refusal instanceof Error) throw refusal;
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
  const message = `Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, message });
}

function inWords(seconds: number): string {
  return seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
