import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AutoCompleteService } from '../matches/auto-complete.service.js';
import { ExpiryService } from '../requests/expiry.service.js';
import { PruneService } from './prune.service.js';

/** A refund must be visible within 5 s of the deadline. */
const TICK_MS = 2000;
const PRUNE_EVERY_MS = 10 * 60_000;

/** The chores that time brings, on every instance; each of them is safe to run twice and side by side (DESIGN §8). */
@Injectable()
export class SchedulerService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Scheduler');
  private current: Promise<void> | undefined;
  private prunedAt = 0;

  constructor(
    private readonly expiry: ExpiryService,
    private readonly autoComplete: AutoCompleteService,
    private readonly pruning: PruneService,
  ) {}

  /** Never overlaps itself, and never throws: with PostgreSQL away, the next tick tries again. */
  @Interval(TICK_MS)
  tick(): Promise<void> {
    this.current ??= this.chores().finally(() => (this.current = undefined));
    return this.current;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.current;
  }

  private async chores(): Promise<void> {
    await this.attempt('expire overdue requests', () => this.expiry.expireOverdue());
    await this.attempt('complete forgotten matches', () => this.autoComplete.completeForgotten());
    if (Date.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    await this.attempt('prune', () => this.pruning.prune());
    this.prunedAt = Date.now();
  }

  private async attempt(chore: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ chore, err: error }, 'will be tried again');
    }
  }
}
