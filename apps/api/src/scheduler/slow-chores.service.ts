import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AuditService } from '../audit/audit.service.js';
import { ReconcilerService } from '../payments/reconciler.service.js';

/** Often, because each chore itself decides what is due over all instances. */
const TICK_MS = 60_000;

/** Chores that may take minutes. Separate from the others, so that they delay no refund; and a process that stops does not wait. */
@Injectable()
export class SlowChoresService {
  private readonly logger = new Logger('Scheduler');
  private readonly running = new Set<string>();

  constructor(
    private readonly reconciler: ReconcilerService,
    private readonly audits: AuditService,
  ) {}

  @Interval(TICK_MS)
  tick(): void {
    this.run('compare with Stripe', () => this.reconciler.reconcileWhatIsDue());
    this.run('check the ledger', () => this.audits.auditWhenDue());
  }

  /** Never overlaps the same chore and never throws. If Stripe or PostgreSQL is unreachable, the next tick tries again. */
  private run(chore: string, work: () => Promise<void>): void {
    if (this.running.has(chore)) return;
    this.running.add(chore);
    void work()
      .catch((error: unknown) => this.logger.warn({ chore, err: error }, 'will be tried again'))
      .finally(() => this.running.delete(chore));
  }
}
