import { Injectable } from '@nestjs/common';
import {
  DUE_NOTICE_MINUTES,
  HOW_WAS_IT_AFTER_MINUTES,
  NO_COUNTS_HOURS,
  NOBODY_YET_MINUTES,
  noCountsUntil,
  UNDO_ACCEPT_SECONDS,
  type Side,
} from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { pauseOf } from '../../people/campuses/campus-columns.js';
import { Clock } from '../../platform/common/clock.js';
import { firstIdSince } from '../../platform/common/ids.js';
import { Notice } from '../../platform/database/tables/notice.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { PushService } from '../../delivery/push/push.service.js';
import type { Push } from '../../delivery/push/pushes.js';
import { requestColumns, toMailedMeal, type RequestRow } from '../requests/request-columns.js';

const BATCH = 200;
export const NOTICES_KEPT_DAYS = 14;
/** After a longer outage a notification about an accept comes too late to help; the mail has already gone out. */
const ACCEPTED_LATE_MS = 3_600_000;

/** Half of the time in which a "No" gives the meal back. */
const UNSAID_AFTER_HOURS = NO_COUNTS_HOURS / 2;

/**
 * Notifications about a student's own exchange whose time has come, and a mail to a requester who has said nothing about a meal
 * for a day. A query over requests and matches finds what is due, so accepting costs nothing extra, and nobody is notified of an
 * accept that was undone. Any number of instances may run it at once.
 */
@Injectable()
export class NoticesService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly push: PushService,
  ) {}

  /** Enqueues every notification that is due and records it in the same transaction, so that it is sent once. */
  async sendDue(): Promise<void> {
    const since = firstIdSince(new Date(this.clock.now().getTime() - ACCEPTED_LATE_MS));
    for (let sent = BATCH; sent === BATCH;)
      sent = await transaction(this.db, async (tx) => {
        const due = await queryRows<DueRow>(tx, RECORD_DUE, [since, BATCH]);
        await this.push.send(tx, due.filter(isPushed).map(toPush));
        await this.mail.sendAll(tx, 'completed', due.filter((row) => !isPushed(row)).map(toQuestion));
        return due.length;
      });
  }

  /** Deletes records that are too old to be due again. */
  async prune(): Promise<void> {
    await this.db.query('DELETE FROM notices WHERE sent_at < now() - make_interval(days => $1)', [NOTICES_KEPT_DAYS]);
  }

  async forgetAllOf(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(Notice, { studentId });
  }
}

interface DueRow extends RequestRow {
  kind: 'accepted' | 'due' | 'how-was-it' | 'nobody-yet' | 'unsaid';
  /** The match, or for 'nobody-yet' the request. */
  subjectId: string;
  studentId: string;
  youAre: Side;
  isPaused: boolean;
  requesterEmail: string;
  /** Null for a request without a match. */
  fulfillerName: string | null;
}

type PushedRow = DueRow & { kind: Exclude<DueRow['kind'], 'unsaid'> };
const isPushed = (row: DueRow): row is PushedRow => row.kind !== 'unsaid';

const toQuestion = (row: DueRow) => ({
  to: { name: row.requesterName, email: row.requesterEmail },
  about: {
    matchId: row.subjectId,
    meal: toMailedMeal(row),
    fulfiller: row.fulfillerName!,
    because: 'unsaid' as const,
    until: noCountsUntil(row.deadline, null),
  },
});

function toPush(row: PushedRow): Push {
  const { kind, subjectId, studentId: to, youAre, isPaused } = row;
  const meal = toMailedMeal(row);
  switch (kind) {
    case 'accepted':
    case 'how-was-it':
      return { kind, to, about: { meal, matchId: subjectId } };
    case 'due':
      return { kind, to, about: { meal, matchId: subjectId, youAre } };
    case 'nobody-yet':
      return { kind, to, about: { meal, isPaused } };
  }
}

const minutes = (count: number) => `interval '${count} minutes'`;

/** Soon after posting or after a release, a requester is not yet told that nobody accepts. */
const NEWS_MINUTES = 15;

/**
 * A notice about a match that was made within its own time would repeat what the student just did. A release is found by the
 * index of the requester, since matches have none by request.
 */
const RECORD_DUE = `
  WITH due AS (
    SELECT 'accepted' AS kind, id AS subject_id, request_id, requester_id AS student_id, 'requester' AS you_are
      FROM matches
     WHERE id >= $1 AND status = 'accepted' AND created_at <= now() - interval '${UNDO_ACCEPT_SECONDS} s'
    UNION ALL
    SELECT CASE WHEN r.deadline > now() THEN 'due' ELSE 'how-was-it' END, m.id, r.id, sides.student_id, sides.you_are
      FROM meal_requests r
      JOIN matches m ON m.request_id = r.id AND m.status = 'accepted'
     CROSS JOIN LATERAL (VALUES (m.requester_id, 'requester'), (m.fulfiller_id, 'fulfiller')) sides (student_id, you_are)
     WHERE r.status = 'matched' AND r.deadline > now() - interval '1 day'
       AND (r.deadline <= now() - ${minutes(HOW_WAS_IT_AFTER_MINUTES)}
            OR r.deadline > now() AND r.deadline <= now() + ${minutes(DUE_NOTICE_MINUTES)}
               AND m.created_at < r.deadline - ${minutes(DUE_NOTICE_MINUTES)})
       AND NOT EXISTS (SELECT FROM ratings WHERE match_id = m.id AND side = sides.you_are)
    UNION ALL
    SELECT 'unsaid', m.id, r.id, m.requester_id, 'requester'
      FROM meal_requests r
      JOIN matches m ON m.request_id = r.id AND m.status = 'accepted'
     WHERE r.status = 'matched' AND r.deadline <= now() - interval '${UNSAID_AFTER_HOURS} hours'
       AND NOT EXISTS (SELECT FROM ratings WHERE match_id = m.id AND side = 'requester')
    UNION ALL
    SELECT 'nobody-yet', id, id, requester_id, 'requester'
      FROM meal_requests
     WHERE status = 'active' AND deadline > now() AND deadline <= now() + ${minutes(NOBODY_YET_MINUTES)}
       AND created_at < deadline - ${minutes(NOBODY_YET_MINUTES + NEWS_MINUTES)}
       AND NOT EXISTS (SELECT FROM matches m
         WHERE m.requester_id = meal_requests.requester_id AND m.created_at >= meal_requests.created_at
           AND m.request_id = meal_requests.id AND m.cancelled_at > now() - ${minutes(NEWS_MINUTES)})
  ), recorded AS (
    INSERT INTO notices (subject_id, student_id, kind)
    SELECT subject_id, student_id, kind FROM due
     WHERE (kind = 'unsaid' OR EXISTS (SELECT FROM push_subscriptions device WHERE device.student_id = due.student_id))
       AND NOT EXISTS (SELECT FROM notices past WHERE past.subject_id = due.subject_id
                          AND past.student_id = due.student_id AND past.kind = due.kind)
     ORDER BY subject_id, student_id, kind LIMIT $2
    ON CONFLICT DO NOTHING
    RETURNING subject_id, student_id, kind
  )
  SELECT due.kind, due.subject_id AS "subjectId", due.student_id AS "studentId", due.you_are AS "youAre", ${requestColumns},
         ${pauseOf('r.institution', 'now()')} IS NOT NULL AS "isPaused", requester.email AS "requesterEmail",
         (SELECT fulfiller.name FROM matches m JOIN students fulfiller ON fulfiller.id = m.fulfiller_id
           WHERE m.id = due.subject_id) AS "fulfillerName"
    FROM recorded
    JOIN due USING (subject_id, student_id, kind)
    JOIN meal_requests r ON r.id = due.request_id
    JOIN students requester ON requester.id = r.requester_id`;
