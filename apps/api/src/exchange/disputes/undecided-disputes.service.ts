import { Injectable } from '@nestjs/common';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesService } from './disputes.service.js';

const BATCH = 100;

/** Ends disputes that nobody decided in 14 days (docs/rules.md#no-and-disputes). Any number of instances may do so at once. */
@Injectable()
export class UndecidedDisputesService {
  private readonly quarantine = new Quarantine('UndecidedDisputes');

  constructor(
    private readonly disputes: DisputesService,
    private readonly queries: DisputesQueries,
  ) {}

  /** Ends the disputes that are due, at most 100, each in its own transaction. */
  async endUndecided(): Promise<void> {
    for (const matchId of await this.queries.due(BATCH, this.quarantine.ids())) {
      try {
        await this.disputes.endUndecided(matchId);
      } catch (error) {
        this.quarantine.add(matchId, error);
      }
    }
  }
}
