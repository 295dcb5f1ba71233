import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { loginDelaySeconds, rateLimits } from './rate-limits.js';
import { keyOf, RateLimits, throwTooMany } from './rate-limits.service.js';

/** A log-in over the limit is tried this often before it is refused, so that others of the same moment can succeed first. */
const LOGIN_TRIES = 3;
const BETWEEN_TRIES_MS = 300;

/** A student at one network. */
const at = (email: string, address: string) => `${keyOf(email)}${keyOf(address)}`;

/**
 * Slows guessing of passwords without locking an account for its owner: failures count for the account at one network, so
 * that those of somebody elsewhere delay nobody else.
 */
@Injectable()
export class LoginLimits {
  constructor(private readonly limits: RateLimits) {}

  /**
   * Counts a log-in as failed before its password is compared, so that concurrent guesses count too. The first five are
   * free; each later one must wait for the delay that the one before it caused. Several log-ins of one student at once
   * look like guesses until the first succeeds, so one over the limit is tried again before it is refused.
   */
  async count(email: string, address: string): Promise<void> {
    for (let tries = LOGIN_TRIES; ; tries--) {
      const refusal = await this.refusalOf(email, address);
      if (!refusal) return;
      if (tries === 1) {
        await this.limits.of('loginFailuresPerAddress').penalty(keyOf(address)); // a refused try uses up the network's failures
        throwTooMany(refusal);
      }
      await setTimeout(BETWEEN_TRIES_MS);
    }
  }

  /** Undoes `count` for an attempt whose password was not compared. */
  async uncount(email: string, address: string): Promise<void> {
    await Promise.all([this.limits.of('loginFailures').reward(at(email, address)), this.uncountShared(email, address)]);
  }

  /** Guesses don't use up the owner's log-ins at the same network. */
  async failed(email: string, address: string): Promise<void> {
    await this.limits.of('logins').reward(at(email, address));
  }

  /** After a right password: forgets this log-in and the failures before it. `logins` keeps its count. */
  async succeeded(email: string, address: string): Promise<void> {
    await Promise.all([this.ownerIsAt(email, address), this.uncountShared(email, address)]);
  }

  /** Somebody at this network has proved to own the account: ends its delays there, and remembers the network. */
  async ownerIsAt(email: string, address: string): Promise<void> {
    const here = at(email, address);
    await Promise.all([
      this.limits.of('loginFailures').delete(here),
      this.limits.of('loginPause').delete(here),
      this.limits.of('loginNetworks').set(here, 1, rateLimits.loginNetworks.durationSeconds),
    ]);
  }

  private async refusalOf(email: string, address: string): Promise<unknown> {
    const here = at(email, address);
    const isKnown = (await this.limits.of('loginNetworks').get(here)) !== null;
    const shared = this.limits.of('loginFailuresPerAddress');
    // others at the network may use up its failures, but not for a student who logs in from there
    await (isKnown ? shared.penalty(keyOf(address)) : shared.consume(keyOf(address)).catch(throwTooMany));
    const failures = await this.limits.of('loginFailures').penalty(here);
    const all = await this.limits.of('loginFailuresPerAccount').penalty(keyOf(email));
    const isAttacked = !isKnown && all.consumedPoints > rateLimits.loginFailuresPerAccount.points;
    const customDuration = loginDelaySeconds(failures.consumedPoints, isAttacked);
    try {
      if (customDuration > 0) await this.limits.of('loginPause').consume(here, 1, { customDuration });
      await this.limits.of('logins').consume(here);
      return undefined;
    } catch (refusal) {
      await this.uncount(email, address);
      return refusal;
    }
  }

  private async uncountShared(email: string, address: string): Promise<void> {
    await Promise.all([
      this.limits.of('loginFailuresPerAddress').reward(keyOf(address)),
      this.limits.of('loginFailuresPerAccount').reward(keyOf(email)),
    ]);
  }
}
