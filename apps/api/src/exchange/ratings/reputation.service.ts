import { Injectable } from '@nestjs/common';
import { RATING_BLIND_DAYS, REPUTATION_MIN_RATINGS } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { transaction } from '../../platform/database/transaction.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { happened } from '../requests/match-columns.js';

const BATCH = 500;

/** Keeps what others see of a student's past exchanges, so that lists read one row for each name. */
@Injectable()
export class ReputationService {
  constructor(private readonly db: DataSource) {}

  /** Computes the reputations that may have changed. One instance at a time, so that an older view never overwrites a newer one. */
  async refresh(): Promise<void> {
    let changes: number;
    do {
      changes = await transaction(this.db, async (tx) => {
        const [lock] = await queryRows<{ isMine: boolean }>(tx, 'SELECT pg_try_advisory_xact_lock($1) AS "isMine"', [
          advisoryLocks.reputations,
        ]);
        if (!lock!.isMine) return 0;
        const [row] = await queryRows<{ changes: number }>(tx, REFRESH, [
          BATCH,
          RATING_BLIND_DAYS,
          REPUTATION_MIN_RATINGS,
        ]);
        return row!.changes;
      });
    } while (changes === BATCH);
  }
}

/**
 * A rating counts once the rated student may see it, if the exchange happened. Of several ratings by one mailbox only
 * the latest counts. Ratings by the student's own mailbox, and meals for it, do not count. So neither a friend nor a
 * second account can inflate a reputation. All accounts of a mailbox share one; one that is new has it from its first meal on.
 */
const REFRESH = `
  WITH due AS (
    DELETE FROM reputation_changes WHERE (due_at, student_id) IN (
      SELECT due_at, student_id FROM reputation_changes WHERE due_at <= now() ORDER BY due_at LIMIT $1)
    RETURNING student_id
  ), changed AS (
    SELECT DISTINCT s.mailbox FROM due JOIN students s ON s.id = due.student_id
  ), fresh AS (
    SELECT changed.mailbox, average.ratings, average.half_stars, shared.meals
      FROM changed
     CROSS JOIN LATERAL (
       SELECT count(*) AS ratings, round(avg(score) * 2) AS half_stars FROM (
         SELECT DISTINCT ON (rater.mailbox) r.score
           FROM (SELECT m.id, 'requester' AS other FROM matches m JOIN students s ON s.id = m.fulfiller_id
                  WHERE s.mailbox = changed.mailbox AND m.status = 'completed'
                 UNION ALL
                 SELECT m.id, 'fulfiller' FROM matches m JOIN students s ON s.id = m.requester_id
                  WHERE s.mailbox = changed.mailbox AND m.status = 'completed') m
           JOIN ratings r ON r.match_id = m.id AND r.side = m.other
           JOIN students rater ON rater.id = r.rater_id
          WHERE r.score IS NOT NULL AND rater.mailbox <> changed.mailbox AND ${happened('m.id')}
            AND (r.created_at <= now() - make_interval(days => $2)
              OR EXISTS (SELECT FROM ratings own WHERE own.match_id = m.id AND own.side <> m.other))
          ORDER BY rater.mailbox, r.created_at DESC, r.match_id DESC) counted
     ) average
     CROSS JOIN LATERAL (
       SELECT count(*) AS meals FROM matches m
         JOIN students s ON s.id = m.fulfiller_id JOIN students fed ON fed.id = m.requester_id
        WHERE s.mailbox = changed.mailbox AND fed.mailbox <> changed.mailbox AND m.status = 'completed'
          AND ${happened('m.id')}
     ) shared
  ), gone AS (
    DELETE FROM reputations USING fresh JOIN students s USING (mailbox)
     WHERE student_id = s.id AND ratings < $3
  ), kept AS (
    INSERT INTO reputations (student_id, half_stars, meals)
    SELECT s.id, half_stars, meals FROM fresh JOIN students s USING (mailbox) WHERE ratings >= $3
    ON CONFLICT (student_id) DO UPDATE SET half_stars = excluded.half_stars, meals = excluded.meals
  )
  SELECT count(*)::int AS changes FROM due`;
