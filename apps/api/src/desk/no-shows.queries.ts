import { Injectable } from '@nestjs/common';
import { STRIKE_LAPSES_AFTER_DAYS, NO_SHOWS_SHOWN } from '@spareswipe/contract';
import type { NoShowCounts, NoShowRecord } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { queryRows } from '../platform/database/query-rows.js';

type By = 'accuser' | 'accused';

/** Who reports that others did not follow through, and who is reported: patterns warn operators against believing somebody too easily. */
@Injectable()
export class NoShowsQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** People of the campus, with the most no-shows first. Null: of all campuses. */
  async list(campus: string | null) {
    const [byAccuser, byAccused] = await Promise.all([this.people('accuser', campus), this.people('accused', campus)]);
    return { byAccuser, byAccused };
  }

  /** Those of all accounts of a student's mailbox. */
  async ofStudent(studentId: string): Promise<{ reported: NoShowCounts; received: NoShowCounts }> {
    const [row] = await queryRows<{ reported: NoShowCounts; received: NoShowCounts }>(
      this.db,
      `SELECT ${oneOf('accuser')} AS reported, ${oneOf('accused')} AS received`,
      [this.clock.now(), studentId],
    );
    return row!;
  }

  private people(by: By, campus: string | null): Promise<NoShowRecord[]> {
    return queryRows<NoShowRecord>(
      this.db,
      `SELECT json_build_object('_id', (array_agg(${by}.id ORDER BY n.created_at DESC))[1],
                                'name', (array_agg(${by}.name ORDER BY n.created_at DESC))[1]) AS student, ${counts(by)}
         ${NO_SHOWS} AND ($2::text IS NULL OR ${by}.institution = $2)
        GROUP BY ${by}.mailbox ORDER BY "noShows" DESC, people DESC, max(n.created_at) DESC LIMIT ${NO_SHOWS_SHOWN}`,
      [this.clock.now(), campus],
    );
  }
}

/** Each "No" `n` with its match, both students, and the strike that it gave the accused. Add `NOT n.followed_through`. */
export const noShowTables = `
  FROM ratings n
    JOIN matches m ON m.id = n.match_id
    JOIN students accuser ON accuser.id = n.rater_id
    JOIN students accused ON accused.id = CASE n.side WHEN 'requester' THEN m.fulfiller_id ELSE m.requester_id END
    LEFT JOIN strikes k ON k.match_id = m.id AND k.student_id = accused.id`;

const NO_SHOWS = `
  ${noShowTables}
   WHERE NOT n.followed_through AND n.created_at > $1::timestamptz - interval '${STRIKE_LAPSES_AFTER_DAYS} days'`;

const counts = (by: By) => `
  count(*)::int AS "noShows", count(DISTINCT ${by === 'accuser' ? 'accused' : 'accuser'}.mailbox)::int AS people,
  count(*) FILTER (WHERE k.id IS NOT NULL AND k.withdrawn_at IS NULL)::int AS struck,
  count(*) FILTER (WHERE k.withdrawn_at IS NOT NULL)::int AS withdrawn`;

const oneOf = (by: By) => `
  (SELECT to_json(counted) FROM (
     SELECT ${counts(by)} ${NO_SHOWS} AND ${by}.mailbox = (SELECT mailbox FROM students WHERE id = $2)) counted)`;
