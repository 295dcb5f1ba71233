import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { firstIdSince } from '../../platform/common/ids.js';

const DAY_MS = 24 * 3_600_000;

export interface PoolState {
  used: number;
  idle: number;
  /** Calls that wait for a connection. */
  waiting: number;
}

/** What an operator watches, over all instances. Times in seconds. */
export interface Standing {
  /** Age of the oldest refund that is due; 0 without one. */
  overdue: number;
  openDisputes: number;
  oldestDispute: number;
  strikesLastDay: number;
  stripeEvents: number;
  auditOverdue: number;
  /** How long the last check of the ledger took, and how many invariants it found broken; null before the first. */
  auditTook: number | null;
  auditBroken: number | null;
}

@Injectable()
export class HealthQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  pool(): PoolState {
    const { totalCount, idleCount, waitingCount } = (this.db.driver as unknown as { master: Pool }).master;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** In seconds, and exact to half the time that the query takes. */
  async clockOffset(): Promise<number> {
    const sentAt = Date.now();
    const [row] = await this.db.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    return (row!.now.getTime() - (sentAt + Date.now()) / 2) / 1000;
  }

  async standing(): Promise<Standing> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    const [row] = await this.db.query<Standing[]>(STANDING, [firstIdSince(since)]);
    return row!;
  }
}

/** Each part reads an index of just the rows that are open, or the ids of the last day, which sort by creation. */
const STANDING = `
  SELECT (SELECT coalesce(extract(epoch FROM now() - min(deadline)), 0)
            FROM meal_requests WHERE status = 'active' AND deadline <= now())::float8 AS overdue,
         disputes.open AS "openDisputes", disputes.oldest AS "oldestDispute",
         (SELECT count(*)::int FROM strikes WHERE id >= $1) AS "strikesLastDay",
         (SELECT count(*)::int FROM stripe_events WHERE done_at IS NULL) AS "stripeEvents",
         greatest(extract(epoch FROM now() - audit.due_at), 0)::float8 AS "auditOverdue",
         extract(epoch FROM audit.ended_at - audit.began_at)::float8 AS "auditTook",
         cardinality(audit.broken) AS "auditBroken"
    FROM ledger_audit audit,
         (SELECT count(*)::int AS open, coalesce(extract(epoch FROM now() - min(opened_at)), 0)::float8 AS oldest
            FROM ledger.disputes WHERE awarded_to IS NULL) disputes`;
