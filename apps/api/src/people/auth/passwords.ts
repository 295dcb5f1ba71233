import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../../platform/common/app-error.js';

/** OWASP's choice for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** In an encoded hash: between the last two `$`. */
const SALT = /[^$]+(?=\$[^$]*$)/;

/** Limits concurrent hashes so that log-ins can't starve other requests; the rest queue, for about 2 s at most. */
const CONCURRENCY = Math.max(2, availableParallelism() - 1);
export const HASHES_QUEUED_MAX = 40 * CONCURRENCY;

/** Hashes and compares passwords, one queue for both. Throws BUSY when the queue is full. */
@Injectable()
export class Passwords implements OnModuleInit {
  private readonly queue = new PQueue({ concurrency: CONCURRENCY });
  private nobodysHash = '';

  async onModuleInit(): Promise<void> {
    this.nobodysHash = await this.hash('nobody has this password');
  }

  /** How many hashes wait for their turn. */
  get waiting(): number {
    return this.queue.size;
  }

  /** `sharing`: another hash, whose salt to use. */
  hash(password: string, sharing?: string): Promise<string> {
    const salt = sharing && SALT.exec(sharing)?.[0];
    return this.queued(() => hash(password, { ...PARAMETERS, ...(salt && { salt: Buffer.from(salt, 'base64') }) }));
  }

  /**
   * Whether it is the password of one of these hashes. Registrations of one address share a salt, so that one computation
   * compares with all: neither their number shows, nor can anybody make log-ins slow by registering often.
   */
  async matchesOneOf(hashes: string[], password: string): Promise<boolean> {
    const bySalt = new Map(hashes.map((one) => [SALT.exec(one)?.[0], one]));
    for (const one of bySalt.values()) {
      if (hashes.includes(await this.hash(password, one))) return true;
      if (this.isOutdated(one) && (await this.matches(one, password))) return true;
    }
    return false;
  }

  /** Takes the same time when there is no hash, so that timing can't tell known addresses from unknown ones. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const right = await this.queued(() => verify(passwordHash || this.nobodysHash, password));
    return right && Boolean(passwordHash);
  }

  /** Whether the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT);
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.queue.size >= HASHES_QUEUED_MAX) throw new AppError('BUSY', { retryAfterSeconds: 2 });
    return this.queue.add(work);
  }
}
