import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../common/app-error.js';

/** OWASP's choice for argon2id, which is the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Hashing is made slow on purpose. So few at once keep the server answering others; so many may wait, about 2 s. */
const AT_ONCE = Math.max(2, availableParallelism() - 1);
const MAY_WAIT = 40 * AT_ONCE;

/** Passwords: hashed, compared, and never so many at once that the server stands still (BUSY instead). */
@Injectable()
export class Passwords implements OnModuleInit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private nobodysHash = '';

  async onModuleInit(): Promise<void> {
    this.nobodysHash = await this.hash('nobody has this password');
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, PARAMETERS));
  }

  /** Takes the same time when there is no hash, so that it does not tell known addresses from unknown ones. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const right = await this.inTurn(() => verify(passwordHash ?? this.nobodysHash, password));
    return right && passwordHash !== undefined;
  }

  /** Whether the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(CURRENT);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAY_WAIT) throw new AppError('BUSY', { retryAfterSeconds: 2 });
    if (this.running >= AT_ONCE) await new Promise<void>((resume) => this.waiting.push(resume));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift(); // takes over this turn
      if (next) next();
      else this.running--;
    }
  }
}
