import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Jobs } from '../platform/jobs/jobs.js';
import { needsSnapshot } from './payment-of.js';
import type { Payment } from './payment.js';
import { SettlementService } from './settlement.service.js';
import { StripeGateway, type VerifiedEvent } from './stripe.gateway.js';

/** Fewer than a worker has slots, so that a slow Stripe API does not delay the payments that need no snapshot. */
const SNAPSHOTS_AT_ONCE = 5;

interface Reported {
  eventId: string;
  type: string;
  payment: Payment;
}

/** Stripe's events: each is stored as a job, then processed. */
@Injectable()
export class StripeEventsService implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly jobs: Jobs,
    private readonly stripe: StripeGateway,
    private readonly settlement: SettlementService,
  ) {}

  onApplicationBootstrap(): void {
    if (this.stripe.isOn)
      this.jobs.work<Reported>('stripe-events', ({ data }) => this.process(data), { perGroup: SNAPSHOTS_AT_ONCE });
  }

  /** Stores an event, unless it moves no credits. Stripe sends some twice: settling one again changes nothing. */
  async store({ id: eventId, type, payment }: VerifiedEvent): Promise<void> {
    if (!payment) return;
    const report: Reported = { eventId, type, payment };
    const group = needsSnapshot(type) ? 'with snapshot' : undefined;
    await this.jobs.send(this.db.manager, 'stripe-events', [report], group);
  }

  private async process({ type, payment }: Reported): Promise<void> {
    if (needsSnapshot(type)) await this.settlement.refresh(payment.intentId, payment);
    else await this.settlement.applyEvent(payment);
  }
}
