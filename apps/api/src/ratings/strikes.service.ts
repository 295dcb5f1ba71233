import { Injectable } from '@nestjs/common';
import { STRIKE_LAPSES_AFTER_DAYS, STRIKES_PER_SUSPENSION, SUSPENSION_DAYS } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';

const DAY_MS = 24 * 60 * 60_000;

/** Strikes are dated rows; what they add up to is decided here, under a lock on the student (DESIGN §6). */
@Injectable()
export class StrikesService {
  constructor(private readonly clock: Clock) {}

  /** Keeps two strikes of one student apart. Comes before the locks on request, match and accounts. */
  async lock(tx: EntityManager, studentId: string): Promise<void> {
    await tx.query('SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE', [studentId]);
  }

  /**
   * Adds a strike; answers until when the student is suspended because of it, if they are. Every second live strike
   * suspends for 7 days, and one during a suspension starts the 7 days again; either way the live ones are used up.
   */
  async add(tx: EntityManager, studentId: string, matchId: string): Promise<Date | null> {
    const now = this.clock.now();
    await tx.query('INSERT INTO strikes (id, student_id, match_id, created_at) VALUES ($1, $2, $3, $4)', [
      newId(),
      studentId,
      matchId,
      now,
    ]);
    const [[suspended]] = await tx.query<[{ until: Date }[], number]>(
      `UPDATE students SET suspended_until = $4 WHERE id = $1 AND (suspended_until > $2 OR $5 <= (
         SELECT count(*) FROM strikes WHERE student_id = $1 AND consumed_at IS NULL AND created_at > $3))
       RETURNING suspended_until AS until`,
      [
        studentId,
        now,
        new Date(now.getTime() - STRIKE_LAPSES_AFTER_DAYS * DAY_MS),
        new Date(now.getTime() + SUSPENSION_DAYS * DAY_MS),
        STRIKES_PER_SUSPENSION,
      ],
    );
    if (!suspended) return null;
    await tx.query('UPDATE strikes SET consumed_at = $2 WHERE student_id = $1 AND consumed_at IS NULL', [
      studentId,
      now,
    ]);
    return suspended.until;
  }
}
