import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ReconcilerService } from '../payments/reconciler.service.js';

/** Asks often; the reconciler knows what is due, and that another instance has done it. */
const ASK_EVERY_MS = 60_000;

/** Has the orders compared with Stripe in good time. Apart from the other chores: Stripe may be slow, refunds are not. */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger('Scheduler');
  private current: Promise<void> | undefined;

  constructor(private readonly reconciler: ReconcilerService) {}

  /** Never overlaps itself, and never throws: with Stripe or PostgreSQL away, the next tick tries again. */
  @Interval(ASK_EVERY_MS)
  tick(): Promise<void> {
    this.current ??= this.reconciler
      .reconcileWhatIsDue()
      .catch((error: unknown) => this.logger.warn({ chore: 'compare with Stripe', err: error }, 'will be tried again'))
      .finally(() => (this.current = undefined));
    return this.current;
  }
}
