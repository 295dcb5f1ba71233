import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { WavesService } from '../alerts/waves.service.js';
import { UndecidedDisputesService } from '../disputes/undecided-disputes.service.js';
import { AutoCompleteService } from '../matches/auto-complete.service.js';
import { NoticesService } from '../notices/notices.service.js';
import { ReputationService } from '../ratings/reputation.service.js';
import { ExpiryService } from '../requests/expiry.service.js';
import { ContestsService } from '../strikes/contests.service.js';
import { PruneService } from './prune.service.js';

/** A refund must be visible within 5 s of the deadline. */
const TICK_MS = 2000;
const PRUNE_EVERY_MS = 10 * 60_000;

/** Runs the periodic chores on every instance. Each is safe to run twice and in parallel (DESIGN §8). */
@Injectable()
export class SchedulerService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Scheduler');
  private readonly running = new Map<string, Promise<void>>();
  private prunedAt = 0;

  constructor(
    private readonly expiry: ExpiryService,
    private readonly autoComplete: AutoCompleteService,
    private readonly contests: ContestsService,
    private readonly disputes: UndecidedDisputesService,
    private readonly reputations: ReputationService,
    private readonly waves: WavesService,
    private readonly notices: NoticesService,
    private readonly pruning: PruneService,
  ) {}

  /** Chores don't wait for each other: thousands of forgotten matches must not delay a refund. */
  @Interval(TICK_MS)
  tick(): void {
    this.run('expire overdue requests', () => this.expiry.expireOverdue());
    this.run('complete forgotten matches', () => this.autoComplete.completeForgotten());
    this.run('end undecided disputes', () => this.disputes.endUndecided());
    this.run('let contested strikes stand', () => this.contests.endUndecided());
    this.run('alert the next students', () => this.waves.sendDue());
    this.run('refresh reputations', () => this.reputations.refresh());
    this.run('send notices', () => this.notices.sendDue());
    if (Date.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    this.run('prune', async () => {
      await this.pruning.prune();
      this.prunedAt = Date.now();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Never overlaps the same chore and never throws. If PostgreSQL is unreachable, the next tick tries again. */
  private run(chore: string, work: () => Promise<unknown>): void {
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
