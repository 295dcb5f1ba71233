import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { waits } from '../common/waits.js';
import { loginDelaySeconds, rateLimits } from './rate-limits.js';
import { keyOf, RateLimits, throwTooMany } from './rate-limits.service.js';

/** A log-in over the limit is tried this often before it is refused, so that others of the same moment can succeed first. */
const LOGIN_TRIES = 3;

interface Attempt {
  email: string;
  address: string;
  /** From which the student has logged in or opened a mailed link before. The caller has checked that. */
  device?: string | undefined;
}

/** A student at one network, or at a device of their own. */
const at = (email: string, place: string) => `${keyOf(email)}${keyOf(place)}`;
const placeOf = ({ email, address, device }: Attempt) => at(email, device ?? address);

/**
 * Slows guessing of passwords without locking an account for its owner: failures count for the account at one network, so
 * that those of somebody elsewhere delay nobody else. A whole campus may be one network: a device that the student has used
 * has its own count.
 */
@Injectable()
export class LoginLimits {
  constructor(private readonly limits: RateLimits) {}

  /** Compares the password, unless the log-in is over its limits. Does not count it if the server is too busy to compare. */
  async compare(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
    await this.count(attempt);
    return isRight().catch(async (busy: unknown) => {
      await this.uncount(attempt);
      throw busy;
    });
  }

  /**
   * Counts a log-in as failed before its password is compared, so that concurrent guesses count too. The first five are
   * free; each later one must wait for the delay that the one before it caused. Several log-ins of one student at once
   * look like guesses until the first succeeds, so one over the limit is tried again before it is refused.
   */
  private async count(attempt: Attempt): Promise<void> {
    for (let tries = LOGIN_TRIES; ; tries--) {
      const refusal = await this.refusalOf(attempt);
      if (!refusal) return;
      if (tries === 1) throwTooMany(refusal);
      await setTimeout(waits.loginRetry);
    }
  }

  /** The attempt was no guess. */
  async uncount(attempt: Attempt): Promise<void> {
    await Promise.all([this.limits.of('loginFailures').reward(placeOf(attempt)), this.uncountInAll(attempt)]);
  }

  /** Guesses don't use up the owner's log-ins at the same network. */
  async failed(attempt: Attempt): Promise<void> {
    await this.limits.of('logins').reward(placeOf(attempt));
  }

  /** After a right password: forgets this log-in and the failures before it. `logins` keeps its count. */
  async succeeded(attempt: Attempt): Promise<void> {
    await Promise.all([this.ownerIsAt(attempt), this.uncountInAll(attempt)]);
  }

  /** Somebody here has proved to own the account: ends its delays here, and remembers the network. */
  async ownerIsAt(attempt: Attempt): Promise<void> {
    const here = placeOf(attempt);
    const network = at(attempt.email, attempt.address);
    await Promise.all([
      this.limits.of('loginFailures').delete(here),
      this.limits.of('loginPause').delete(here),
      this.limits.of('loginNetworks').set(network, 1, rateLimits.loginNetworks.durationSeconds),
    ]);
  }

  private async refusalOf(attempt: Attempt): Promise<unknown> {
    const here = placeOf(attempt);
    const [network, pause] = await Promise.all([
      this.limits.of('loginNetworks').get(here),
      this.limits.of('loginPause').get(here),
    ]);
    // before the counts: a flood of refused calls must not queue for their rows with all our connections
    if (pause) return pause;
    const isKnown = attempt.device !== undefined || network !== null;
    const failures = await this.limits.of('loginFailures').penalty(here);
    const all = await this.limits.of('loginFailuresPerAccount').penalty(keyOf(attempt.email));
    const isAttacked = !isKnown && all.consumedPoints > rateLimits.loginFailuresPerAccount.points;
    const customDuration = loginDelaySeconds(failures.consumedPoints, isAttacked);
    try {
      if (customDuration > 0) await this.limits.of('loginPause').consume(here, 1, { customDuration });
      await this.limits.of('logins').consume(here);
      return undefined;
    } catch (refusal) {
      await this.uncount(attempt);
      return refusal;
    }
  }

  private async uncountInAll({ email }: Attempt): Promise<void> {
    await this.limits.of('loginFailuresPerAccount').reward(keyOf(email));
  }
}
