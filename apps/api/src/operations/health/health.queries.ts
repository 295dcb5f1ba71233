import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { firstIdSince } from '../../platform/common/ids.js';
import { waits } from '../../platform/common/waits.js';

const DAY_MS = 24 * 3_600_000;

/** Null: not known yet. */
export type Standing = Record<string, number | null>;

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

@Injectable()
export class HealthQueries {
  private latest: { at: number; reach: Promise<Reach[]> } | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The connections that serve calls; `waiting`: calls that wait for one. */
  pool() {
    const { totalCount, idleCount, waitingCount } = (this.db.driver as unknown as { master: Pool }).master;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** In seconds, and exact to half the time that the query takes. */
  async clockOffset(): Promise<number> {
    const sentAt = Date.now();
    const [row] = await this.db.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    return (row!.now.getTime() - (sentAt + Date.now()) / 2) / 1000;
  }

  /** What an operator watches, over all instances, by the names of the metrics. Times in seconds. */
  async standing(): Promise<Standing> {
    const [row] = await this.db.query<Standing[]>(STANDING, [firstIdSince(this.dayAgo())]);
    return row!;
  }

  /** Per campus with alerts or requests. Computed at most once a minute, however often metrics are read. */
  reach(): Promise<Reach[]> {
    const now = Date.now();
    if (!this.latest || now - this.latest.at > waits.reachComputed) {
      const reach = this.db.query<Reach[]>(REACH, [this.dayAgo(), firstIdSince(this.dayAgo())]);
      reach.catch(() => (this.latest = undefined));
      this.latest = { at: now, reach };
    }
    return this.latest.reach;
  }

  private dayAgo(): Date {
    return new Date(this.clock.now().getTime() - DAY_MS);
  }
}

/** Each part reads an index of just the rows that are open, or the ids of the last day, which sort by creation. */
const STANDING = `
  SELECT (SELECT coalesce(extract(epoch FROM now() - min(deadline)), 0)
            FROM meal_requests WHERE status = 'active' AND deadline <= now())::float8 AS overdue_request_seconds,
         disputes.open AS disputes_open, disputes.oldest AS dispute_oldest_seconds,
         (SELECT count(*)::int FROM strikes WHERE id >= $1) AS strikes_last_day,
         greatest(extract(epoch FROM now() - audit.due_at), 0)::float8 AS ledger_audit_overdue_seconds,
         extract(epoch FROM audit.ended_at - audit.began_at)::float8 AS ledger_audit_seconds,
         cardinality(audit.broken) AS ledger_audit_broken
    FROM ledger_audit audit,
         (SELECT count(*)::int AS open, coalesce(extract(epoch FROM now() - min(opened_at)), 0)::float8 AS oldest
            FROM ledger.disputes WHERE awarded_to IS NULL) disputes`;

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
