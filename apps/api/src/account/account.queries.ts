import { Injectable } from '@nestjs/common';
import {
  AUTO_COMPLETE_AFTER_HOURS,
  CAMPUS_WEEK_REACH,
  type PersonalData,
  type Reputation,
  type Stats,
} from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { queryRows } from '../platform/database/query-rows.js';
import { Reads } from '../platform/database/reads.js';
import type { SignedInStudent } from '../platform/http/current-student.js';
import { happened, reputationOf } from '../exchange/requests/match-columns.js';
import { personalData } from './personal-data.js';

@Injectable()
export class AccountQueries {
  constructor(
    private readonly db: DataSource,
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /**
   * The counts on dashboard and profile. A completed exchange counts for both of its students unless it is denied, and for the requester's
   * campus unless both are of one mailbox. Matches complete 48 h after their deadline at the latest, which bounds the requests to look at (a day to spare).
   */
  async stats({ id, asOf }: SignedInStudent): Promise<Stats> {
    const [row] = await this.reads.rows<StatsRow>(asOf, { text: STATS }, [id]);
    return { ...row!, reputation: row!.reputation ?? undefined };
  }

  /** What is kept about a student, for the student's own download. */
  async personalData(studentId: string): Promise<PersonalData> {
    const [rows] = await queryRows<Record<number, PersonalRow[]>>(this.db, EVERYTHING, [studentId]);
    const parts = Object.entries(personalData).map(([name, { title }], index) => {
      return [name, { title, records: rows![index]!.map(toRecord) }] as const;
    });
    return { madeAt: this.clock.now().toISOString(), parts: Object.fromEntries(parts) };
  }
}

type StatsRow = Omit<Stats, 'reputation'> & { reputation: Reputation | null };

const isShared = `status = 'completed' AND ${happened('matches.id')}`;

const STATS = `
  SELECT (SELECT json_build_object('total', count(*), 'active', count(*) FILTER (WHERE status = 'active' AND deadline > now()))
            FROM meal_requests WHERE requester_id = $1) AS requests,
         (SELECT json_build_object('total', count(*)) FROM matches WHERE fulfiller_id = $1 AND ${isShared}) AS fulfillments,
         (SELECT count(*)::int FROM matches
           WHERE (fulfiller_id = $1 OR requester_id = $1) AND ${isShared}) AS "totalCompleted",
         (SELECT json_build_object('mealsThisWeek', count(*))
            FROM (SELECT
                    FROM meal_requests r JOIN matches m ON m.request_id = r.id AND m.status = 'completed'
                    JOIN students asked ON asked.id = m.requester_id
                    JOIN students helped ON helped.id = m.fulfiller_id AND helped.mailbox <> asked.mailbox
                   WHERE r.institution = viewer.institution AND r.status = 'completed'
                     AND r.deadline > now() - make_interval(days => 8, hours => ${AUTO_COMPLETE_AFTER_HOURS})
                     AND m.completed_at > now() - interval '7 days' AND ${happened('m.id')}
                   LIMIT ${CAMPUS_WEEK_REACH}) week) AS campus,
         ${reputationOf('viewer')} AS reputation
    FROM students viewer WHERE viewer.id = $1`;

type PersonalRow = Record<string, unknown>;

/** One statement, so that all parts are of the same moment. */
const EVERYTHING = `SELECT ${Object.values(personalData)
  .map(({ sql }, index) => `(SELECT coalesce(json_agg(part), '[]') FROM (${sql}) part) AS "${index}"`)
  .join(', ')}`;

const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const toRecord = (row: PersonalRow): PersonalRow =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value]));
