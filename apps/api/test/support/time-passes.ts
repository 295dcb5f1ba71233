import { UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import type { ClientBase } from 'pg';

interface Span {
  hours: number;
  /** For the exchanges of these students only; by default for all. */
  of?: string[];
}

type Database = Pick<ClientBase, 'query'>;

/** Changes matches in ways that the guard of their history refuses, so it is off meanwhile; every other rule stays. */
export const rewriteMatches = (db: Database, statements: string) =>
  db.query(`
    BEGIN;
    ALTER TABLE matches DISABLE TRIGGER matches_lifecycle;
    ${statements};
    SET CONSTRAINTS ALL IMMEDIATE;
    ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle;
    COMMIT`);

/** Moves what happened in the database into the past, so that hours pass without waiting. */
export async function timePasses(db: Database, { hours, of }: Span): Promise<void> {
  const ago = `make_interval(hours => ${hours})`;
  const isOf = (student: string) => (of ? `${student} = ANY ('{${of.join()}}')` : 'true');
  await rewriteMatches(
    db,
    `UPDATE meal_requests SET deadline = deadline - ${ago} WHERE ${isOf('requester_id')};
    UPDATE matches SET completed_at = completed_at - ${ago}, cancelled_at = cancelled_at - ${ago}
     WHERE status <> 'accepted' AND ${isOf('requester_id')};
    UPDATE ratings SET created_at = created_at - ${ago} WHERE ${isOf('rater_id')};
    UPDATE students SET suspended_until = suspended_until - ${ago} WHERE suspended_until IS NOT NULL AND ${isOf('id')};
    UPDATE strikes SET created_at = created_at - ${ago}, consumed_at = consumed_at - ${ago},
           contested_at = contested_at - ${ago}, contest_decided_at = contest_decided_at - ${ago},
           withdrawn_at = withdrawn_at - ${ago} WHERE ${isOf('student_id')};
    UPDATE ledger.disputes SET opened_at = opened_at - ${ago}
     WHERE match_id IN (SELECT id FROM matches WHERE ${isOf('requester_id')})`,
  );
}

/**
 * The seconds in which an accept can be undone are over: both sides see each other's contact and get their mails. With
 * negative `seconds` they take that much longer.
 */
export async function undoTimePasses(
  db: Database,
  { withMails = true, seconds = UNDO_ACCEPT_SECONDS } = {},
): Promise<void> {
  await rewriteMatches(
    db,
    `UPDATE matches SET created_at = created_at - interval '${seconds} s' WHERE status = 'accepted';
     UPDATE pgboss.job SET start_after = now() WHERE ${withMails} AND name = 'mail' AND state = 'created'`,
  );
}
