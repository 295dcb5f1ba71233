import { Injectable } from '@nestjs/common';
import { AUTO_COMPLETE_AFTER_HOURS } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { transaction } from '../../platform/database/transaction.js';
import { MatchesService } from './matches.service.js';

const BATCH = 100;

/** Completes matches that both sides forgot: still accepted 48 h after the deadline. */
@Injectable()
export class AutoCompleteService {
  private readonly quarantine = new Quarantine('AutoComplete');

  constructor(
    private readonly db: DataSource,
    private readonly matches: MatchesService,
  ) {}

  /** Completes every match that is due, each in its own transaction. */
  async completeForgotten(): Promise<void> {
    for (let due = await this.due(); due.length; due = await this.due())
      await this.quarantine.each(due, (matchId) => this.complete(matchId));
  }

  /** Does nothing if a student or another instance was first. */
  private async complete(matchId: string): Promise<void> {
    await transaction(this.db, async (tx) => {
      await this.matches.capture(tx, await this.matches.read(tx, matchId), 'system');
    }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }

  private async due(): Promise<string[]> {
    const rows = await queryRows<{ id: string }>(
      this.db,
      `SELECT m.id FROM meal_requests r JOIN matches m ON m.request_id = r.id AND m.status = 'accepted'
        WHERE r.status = 'matched' AND r.deadline <= now() - make_interval(hours => $1) AND m.id <> ALL ($2)
        ORDER BY r.deadline LIMIT $3`,
      [AUTO_COMPLETE_AFTER_HOURS, this.quarantine.ids(), BATCH],
    );
    return rows.map(({ id }) => id);
  }
}
