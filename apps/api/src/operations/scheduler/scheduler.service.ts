import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { WavesService } from '../../exchange/alerts/waves.service.js';
import { AuditService } from '../../ledger/audit/audit.service.js';
import { DigestService } from '../../desk/digest.service.js';
import { DisputesService } from '../../exchange/disputes/disputes.service.js';
import { AutoCompleteService } from '../../exchange/matches/auto-complete.service.js';
import { NoticesService } from '../../exchange/notices/notices.service.js';
import { ReconcilerService } from '../../payments/reconciler.service.js';
import { ReputationService } from '../../exchange/ratings/reputation.service.js';
import { ExpiryService } from '../../exchange/requests/expiry.service.js';
import { ContestsService } from '../../exchange/strikes/contests.service.js';
import { PruneService } from './prune.service.js';

/** A refund must be visible within 5 s of the deadline. */
const TICK_MS = 2000;
const MINUTE_MS = 60_000;

interface Chore {
  name: string;
  work: () => Promise<unknown>;
  /** Between two starts; by default each tick. */
  everyMs?: number;
  /** May take minutes: begins a minute after the process, which does not wait for it when it stops. */
  isLong?: boolean;
}

/**
 * Runs the periodic chores on every instance. Each decides by SQL what is due, and is safe to run twice and in parallel.
 * They don't wait for each other: thousands of forgotten matches must not delay a refund.
 */
@Injectable()
export class SchedulerService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Scheduler');
  private readonly chores: Chore[];
  private readonly running = new Map<Chore, Promise<void>>();
  private readonly dueAt = new Map<Chore, number>();

  constructor(
    expiry: ExpiryService,
    autoComplete: AutoCompleteService,
    contests: ContestsService,
    disputes: DisputesService,
    reputations: ReputationService,
    waves: WavesService,
    notices: NoticesService,
    digests: DigestService,
    pruning: PruneService,
    reconciler: ReconcilerService,
    audits: AuditService,
  ) {
    this.chores = [
      { name: 'expire overdue requests', work: () => expiry.expireOverdue() },
      { name: 'complete forgotten matches', work: () => autoComplete.completeForgotten() },
      { name: 'end undecided disputes', work: () => disputes.endUndecided() },
      { name: 'let contested strikes stand', work: () => contests.endUndecided() },
      { name: 'alert the next students', work: () => waves.sendDue() },
      { name: 'refresh reputations', work: () => reputations.refresh() },
      { name: 'send notices', work: () => notices.sendDue() },
      { name: 'mail operators what waits', work: () => digests.sendDue(), everyMs: MINUTE_MS },
      { name: 'prune', work: () => pruning.prune(), everyMs: 10 * MINUTE_MS },
      { name: 'compare with Stripe', work: () => reconciler.reconcileWhatIsDue(), everyMs: MINUTE_MS, isLong: true },
      { name: 'check the ledger', work: () => audits.auditWhenDue(), everyMs: MINUTE_MS, isLong: true },
    ];
    for (const chore of this.chores) if (chore.isLong) this.dueAt.set(chore, Date.now() + MINUTE_MS);
  }

  @Interval('chores', TICK_MS)
  tick(): void {
    for (const chore of this.chores)
      if (!this.running.has(chore) && Date.now() >= (this.dueAt.get(chore) ?? 0)) this.start(chore);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const short = [...this.running].filter(([{ isLong }]) => !isLong);
    await Promise.all(short.map(([, attempt]) => attempt));
  }

  /** Never throws. If PostgreSQL or Stripe is unreachable, the chore fails until one of its next starts. */
  private start(chore: Chore): void {
    const { name, work, everyMs = 0 } = chore;
    this.dueAt.set(chore, Date.now() + everyMs);
    const attempt = work()
      .then(
        () => undefined,
        (error: unknown) => this.logger.warn({ chore: name, err: error }, 'will be tried again'),
      )
      .finally(() => this.running.delete(chore));
    this.running.set(chore, attempt);
  }
}
