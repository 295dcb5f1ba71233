import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ReconcilerService } from '../payments/reconciler.service.js';

/** Often, because the reconciler itself decides what is due over all instances. */
const TICK_MS = 60_000;

/** Compares orders with Stripe. Separate from the other chores, so that a slow Stripe API does not delay refunds. */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger('Scheduler');
  private current: Promise<void> | undefined;

  constructor(private readonly reconciler: ReconcilerService) {}

  /** Never overlaps itself and never throws. If Stripe or PostgreSQL is unreachable, the next tick tries again. */
  @Interval(TICK_MS)
  tick(): Promise<void> {
    this.current ??= this.reconciler
      .reconcileWhatIsDue()
      .catch((error: unknown) => this.logger.warn({ chore: 'compare with Stripe', err: error }, 'will be tried again'))
      .finally(() => (this.current = undefined));
    return this.current;
  }
}
