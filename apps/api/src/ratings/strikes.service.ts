import { Injectable } from '@nestjs/common';
import { STRIKE_LAPSES_AFTER_DAYS, STRIKES_PER_SUSPENSION, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { UsersService } from '../users/users.service.js';

const DAY_MS = 24 * 60 * 60_000;

/** Records strikes, and suspends students who have too many (spec §4). */
@Injectable()
export class StrikesService {
  constructor(
    private readonly clock: Clock,
    private readonly users: UsersService,
  ) {}

  /**
   * Adds a strike to a student whom the accuser reported; the caller has locked the student. Returns the end of the suspension that it causes, or null.
   * Every second live strike suspends for 7 days, and a strike during a suspension restarts the 7 days. Both use up all
   * live strikes.
   */
  async add(tx: EntityManager, studentId: string, accuserId: string, matchId: string): Promise<Date | null> {
    const now = this.clock.now();
    await tx.query(
      'INSERT INTO strikes (id, student_id, accuser_id, match_id, created_at) VALUES ($1, $2, $3, $4, $5)',
      [newId(), studentId, accuserId, matchId, now],
    );
    const lapsed = new Date(now.getTime() - STRIKE_LAPSES_AFTER_DAYS * DAY_MS);
    const [live] = await tx.query<{ count: number }[]>(
      'SELECT count(*)::int FROM strikes WHERE student_id = $1 AND consumed_at IS NULL AND created_at > $2',
      [studentId, lapsed],
    );
    if (live!.count < STRIKES_PER_SUSPENSION && !(await this.users.isSuspended(tx, studentId))) return null;
    const until = new Date(now.getTime() + SUSPENSION_DAYS * DAY_MS);
    await this.users.suspend(tx, studentId, until);
    await tx.query('UPDATE strikes SET consumed_at = $2 WHERE student_id = $1 AND consumed_at IS NULL', [
      studentId,
      now,
    ]);
    return until;
  }
}
