import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MatchesService, type SidedExchange } from './matches.service.js';
import { isMeetingOpen } from './meeting-column.js';

/** The moment when two students meet, from 30 minutes before the deadline on. */
@Injectable()
export class MeetingService {
  constructor(private readonly matches: MatchesService) {}

  /** The student is at the place. Saying it again changes nothing. */
  here(studentId: string, matchId: string) {
    return this.matches.changeOnce('here', studentId, matchId, undefined, async (tx, found) => {
      await record(tx, await this.matches.lock(tx, studentId, found), 'here');
      return {};
    });
  }

  /**
   * The student met the other side. Once both said so the match completes as if the requester had marked it: the requester
   * confirmed it too. One side alone moves no credit. Both at the same moment wait for the lock on the request.
   */
  met(studentId: string, matchId: string, key?: string) {
    return this.matches.changeOnce('met', studentId, matchId, key, async (tx, found) => {
      const exchange = await this.matches.lock(tx, studentId, found);
      const { haveBothMet } = await record(tx, exchange, 'met');
      if (haveBothMet) await this.matches.capture(tx, exchange, 'requester');
      return {};
    });
  }
}

/** Throws MATCH_NOT_ACTIVE, or MEETING_NOT_OPEN before its time. */
async function record(tx: EntityManager, { id, side, status }: SidedExchange, what: 'here' | 'met') {
  if (status !== 'accepted') throw new AppError('MATCH_NOT_ACTIVE');
  const column = `${side}_${what}_at`;
  const [recorded] = await queryRows<{ haveBothMet: boolean }>(
    tx,
    `UPDATE matches m SET ${column} = coalesce(m.${column}, clock_timestamp()) FROM meal_requests r
      WHERE m.id = $1 AND r.id = m.request_id AND ${isMeetingOpen}
      RETURNING m.requester_met_at IS NOT NULL AND m.fulfiller_met_at IS NOT NULL AS "haveBothMet"`,
    [id],
  );
  if (!recorded) throw new AppError('MEETING_NOT_OPEN');
  return recorded;
}
