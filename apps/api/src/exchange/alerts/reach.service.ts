import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { firstIdSince } from '../../platform/common/ids.js';
import { waits } from '../../platform/common/waits.js';
import { queryRows } from '../../platform/database/query-rows.js';

const DAY_MS = 24 * 3_600_000;

/** How far requests reached on one campus in the last 24 hours. */
export interface Reach {
  campus: string;
  sent: number;
  opened: number;
  /** Alerts whose student then accepted the request. */
  accepted: number;
  /** Share of the requests posted and ended in that time that somebody accepted; null if none ended. */
  filled: number | null;
  /** Seconds from posting to the first accept; null if nobody accepted. */
  medianSeconds: number | null;
  p90Seconds: number | null;
}

/** Measures for the metrics whether alerts lead to accepts. */
@Injectable()
export class ReachService {
  private latest: { at: number; reach: Promise<Reach[]> } | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Per campus with alerts or requests. Computed at most once a minute, however often metrics are read. */
  lastDay(): Promise<Reach[]> {
    const now = Date.now();
    if (!this.latest || now - this.latest.at > waits.reachComputed) {
      const reach = this.read();
      reach.catch(() => (this.latest = undefined));
      this.latest = { at: now, reach };
    }
    return this.latest.reach;
  }

  private read(): Promise<Reach[]> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    return queryRows<Reach>(this.db, REACH, [since, firstIdSince(since)]);
  }
}

/** Ids of requests sort by creation, so the primary key finds those of the last day. */
const REACH = `
  SELECT campus, coalesce(sent, 0)::int AS sent, coalesce(opened, 0)::int AS opened,
         coalesce(accepted, 0)::int AS accepted, filled, "medianSeconds", "p90Seconds"
    FROM (
      SELECT r.institution AS campus, count(*) AS sent, count(a.opened_at) AS opened,
             count(*) FILTER (WHERE EXISTS (
               SELECT FROM matches m WHERE m.request_id = a.request_id AND m.fulfiller_id = a.student_id
                  AND m.created_at >= a.alerted_at)) AS accepted
        FROM alerts a JOIN meal_requests r ON r.id = a.request_id
       WHERE a.alerted_at >= $1 GROUP BY r.institution) alerted
    FULL JOIN (
      SELECT r.institution AS campus,
             avg((first_match.at IS NOT NULL)::int)::float8 AS filled,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY first_match.seconds) AS "medianSeconds",
             percentile_cont(0.9) WITHIN GROUP (ORDER BY first_match.seconds) AS "p90Seconds"
        FROM meal_requests r
       CROSS JOIN LATERAL (
         SELECT min(m.created_at) AS at, extract(epoch FROM min(m.created_at) - r.created_at)::float8 AS seconds
           FROM matches m WHERE m.request_id = r.id) first_match
       WHERE r.id >= $2 AND (first_match.at IS NOT NULL OR r.status = 'expired')
       GROUP BY r.institution) ended USING (campus)`;
