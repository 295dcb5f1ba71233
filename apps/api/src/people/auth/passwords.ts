import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../../platform/common/app-error.js';
import { Slots } from '../../platform/common/slots.js';

/** OWASP's choice for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** In an encoded hash: between the last two `$`. */
const SALT = /[^$]+(?=\$[^$]*$)/;

/** Limits concurrent hashes so that log-ins can't starve other requests; the rest queue. */
const CONCURRENCY = Math.max(2, availableParallelism() - 1);
/** How many may wait for one client address: the work of about 2 s. */
export const HASHES_OF_ADDRESS_MAX = 40 * CONCURRENCY;

/**
 * Hashes and compares passwords, one queue for both, in which those that ask take turns (`by`: a client address, else the account):
 * somebody who tries many passwords delays others by a hash or two. Throws BUSY when too many wait; two such addresses fill the queue.
 */
@Injectable()
export class Passwords implements OnModuleInit {
  private readonly queue = new PQueue({ concurrency: CONCURRENCY });
  private readonly slots = new Slots(HASHES_OF_ADDRESS_MAX);
  /** The round in which the last hash began, and that of the last one that waits for each address. */
  private round = 0;
  private readonly lastRounds = new Map<string, number>();
  private nobodysHash = '';

  async onModuleInit(): Promise<void> {
    this.nobodysHash = await this.hash('nobody has this password', 'start');
  }

  /** How many hashes wait for their turn. */
  get waiting(): number {
    return this.slots.held;
  }

  /** `sharing`: another hash, whose salt to use. */
  hash(password: string, by: string, sharing?: string): Promise<string> {
    const salt = sharing && SALT.exec(sharing)?.[0];
    return this.queued(by, () => hash(password, { ...PARAMETERS, ...(salt && { salt: Buffer.from(salt, 'base64') }) }));
  }

  /**
   * Whether it is the password of one of these hashes. Registrations of one address share a salt, so that one computation
   * compares with all: neither their number shows, nor can anybody make log-ins slow by registering often.
   */
  async matchesOneOf(hashes: string[], password: string, by: string): Promise<boolean> {
    const bySalt = new Map(hashes.map((one) => [SALT.exec(one)?.[0], one]));
    for (const one of bySalt.values()) {
      if (hashes.includes(await this.hash(password, by, one))) return true;
      if (this.isOutdated(one) && (await this.matches(one, password, by))) return true;
    }
    return false;
  }

  /** Takes the same time when there is no hash, so that timing can't tell known addresses from unknown ones. */
  async matches(passwordHash: string | null | undefined, password: string, by: string): Promise<boolean> {
    const right = await this.queued(by, () => verify(passwordHash || this.nobodysHash, password));
    return right && Boolean(passwordHash);
  }

  /** Whether the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT);
  }

  private async queued<T>(by: string, work: () => Promise<T>): Promise<T> {
    const release = this.slots.acquire(by);
    if (!release) throw new AppError('BUSY', { retryAfterSeconds: 2 });
    const round = Math.max(this.round, this.lastRounds.get(by) ?? 0) + 1;
    this.lastRounds.set(by, round);
    const begin = () => {
      this.round = round;
      if (this.lastRounds.get(by) === round) this.lastRounds.delete(by);
      release();
      return work();
    };
    return this.queue.add(begin, { priority: -round });
  }
}
