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
  private readonly running = new Map<string, Promise<void>>();
  private prunedAt = 0;

  constructor(
    private readonly expiry: ExpiryService,
    private readonly autoComplete: AutoCompleteService,
    private readonly pruning: PruneService,
  ) {}

  /** Every chore goes at its own pace: no refund waits until thousands of forgotten matches are complete. */
  @Interval(TICK_MS)
  tick(): void {
    this.attend('expire overdue requests', () => this.expiry.expireOverdue());
    this.attend('complete forgotten matches', () => this.autoComplete.completeForgotten());
    if (Date.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    this.attend('prune', async () => {
      await this.pruning.prune();
      this.prunedAt = Date.now();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Never overlaps itself, and never throws: with PostgreSQL away, the next tick tries again. */
  private attend(chore: string, work: () => Promise<unknown>): void {
    if (this.running.has(chore)) return;
    const attempt = work()
      .then(
        () => undefined,
        (error: unknown) => this.logger.warn({ chore, err: error }, 'will be tried again'),
      )
      .finally(() => this.running.delete(chore));
    this.running.set(chore, attempt);
  }
}
