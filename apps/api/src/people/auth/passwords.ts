import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../../platform/common/app-error.js';

/** OWASP's choice for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Limits concurrent hashes so that log-ins can't starve other requests; the rest queue, for about 2 s at most. */
const CONCURRENCY = Math.max(2, availableParallelism() - 1);
const MAX_QUEUED = 40 * CONCURRENCY;

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

  hash(password: string): Promise<string> {
    return this.queued(() => hash(password, PARAMETERS));
  }

  /** Takes the same time when there is no hash, so that timing can't tell known addresses from unknown ones. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const right = await this.queued(() => verify(passwordHash ?? this.nobodysHash, password));
    return right && passwordHash !== undefined;
  }

  /** Whether the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT);
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.queue.size >= MAX_QUEUED) throw new AppError('BUSY', { retryAfterSeconds: 2 });
    return this.queue.add(work);
  }
}
