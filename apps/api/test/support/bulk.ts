import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import {
  insertMatches,
  insertRequests,
  insertStudents,
  type MatchRow,
  type RequestRow,
} from '../../src/operations/commands/rows.js';
import { newId } from '../../src/platform/common/ids.js';

const BATCH = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Size {
  requests: number;
  students?: number;
  campuses?: number;
  /** Share of the requests that are active. Of the others 15 % expired, 12 % are cancelled, 1 % matched, the rest completed. */
  active?: number;
  /** Whether the deadlines of the active ones have just passed; else they are within a week. */
  overdue?: boolean;
}

/**
 * Fills an empty exchange with many requests, for tests and benchmarks of size: a million in a minute or two. Triggers are
 * off meanwhile; this does their work for all rows at once, and bulk.test.ts audits the result.
 */
export async function fillExchange(db: ClientBase, size: Size): Promise<void> {
  const { requests, students = Math.ceil(requests / 20) + 2, campuses = 50, active = 1, overdue = false } = size;
  await db.query('BEGIN');
  const { rows: triggers } = await db.query<{ table: string; name: string; state: string }>(
    `SELECT tgrelid::regclass AS table, tgname AS name, CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' ELSE 'ENABLE' END AS state
       FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY (
         '{students, meal_requests, matches, ledger.accounts, ledger.transfers}'::regclass[])`,
  );
  await db.query('SET LOCAL session_replication_role = replica'); // foreign keys hold by construction
  const [search] = (await db.query<{ create: string; drop: string }>(SEARCH_INDEX)).rows;
  if (search) await db.query(search.drop);
  for (const { table, name } of triggers) await db.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  const ids = Array.from({ length: students }, newId);
  const campusOf = (place: number) => `campus${(place + 1) % campuses}`;
  const now = Date.now();
  for (const places of batches(students))
    await insertStudents(
      db,
      places.map((place) => ({
        id: ids[place]!,
        name: `Student ${place}`,
        email: `student${place}@${campusOf(place)}.edu`,
        password_hash: 'x',
        institution: campusOf(place),
        verified_at: new Date(now),
        created_at: new Date(now - 300 * DAY_MS),
      })),
    );
  for (const places of batches(requests)) {
    const posted = places.map((place) => ({
      ...meal(place),
      ...fate(place, { now, isActive: place < requests * active, overdue }),
      id: newId(),
      requester_id: ids[place % students]!,
      fulfiller_id: ids[(place + 1) % students]!,
      institution: campusOf(place % students),
      created_at: new Date(now - 204 * DAY_MS),
    }));
    await insertRequests(
      db,
      posted.map(({ fulfiller_id: _, ...request }) => request),
    );
    const accepted = posted.filter(({ status }) => status === 'matched' || status === 'completed');
    if (accepted.length) await insertMatches(db, accepted.map(matchOf));
  }
  for (const step of LEDGER) await db.query(step);
  for (const { table, name, state } of triggers) await db.query(`ALTER TABLE ${table} ${state} TRIGGER ${name}`);
  await db.query('SET LOCAL session_replication_role = origin');
  await db.query(`UPDATE meal_requests SET status = status WHERE status = 'active'`); // writes search_text
  if (search) await db.query(search.create);
  await db.query('COMMIT');
  await db.query('VACUUM ANALYZE');
}

function* batches(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => from + place);
}

const oneOf = <T>(choices: T[], place: number): T => choices[place % choices.length]!;

const meal = (place: number) => ({
  meal_period: oneOf(['breakfast', 'lunch', 'dinner', 'any'], place),
  meal_description: `${oneOf(['Burrito bowl', 'Ramen', 'Margherita pizza', 'Garden salad', 'Falafel wrap', 'Pad thai', 'Pancakes'], place)} no ${place}`,
  location: oneOf(['North Hall', 'Cedar Grill', 'Harbor Hall', 'Noodle Corner', 'Stone Oven'], place),
  description:
    place % 3 ? null : `Anywhere near the entrance, ${createHash('md5').update(String(place)).digest('hex')}`,
  urgency: oneOf(['low', 'medium', 'high'], place),
});

function fate(place: number, { now, isActive, overdue }: { now: number; isActive: boolean; overdue: boolean }) {
  const after = (ms: number) => new Date(now + ms);
  if (isActive && overdue) return { status: 'active', deadline: after(0) };
  if (isActive) return { status: 'active', deadline: after(HOUR_MS + (place % 10_000) * 60_000) };
  const percent = place % 100;
  if (percent === 27) return { status: 'matched', deadline: after((place % 48) * HOUR_MS) };
  const deadline = after(-(3 + (place % 200)) * DAY_MS);
  if (percent < 15) return { status: 'expired', deadline };
  return { status: percent < 27 ? 'cancelled' : 'completed', deadline };
}

function matchOf(request: RequestRow & { fulfiller_id: string }): MatchRow {
  const { id, requester_id, fulfiller_id, created_at, deadline } = request;
  const isOver = request.status === 'completed';
  return {
    id: newId(),
    request_id: id,
    requester_id,
    fulfiller_id,
    created_at,
    status: isOver ? 'completed' : 'accepted',
    completed_by: isOver ? 'requester' : null,
    completed_at: isOver ? deadline : null,
  };
}

/** Kept up one row at a time, this index takes longer than all the rest. */
const SEARCH_INDEX = `
  SELECT pg_get_indexdef(i) AS create, 'DROP INDEX ' || i AS drop FROM to_regclass('ix_meal_requests_search') i WHERE i IS NOT NULL`;

const LEDGER = [
  `INSERT INTO ledger.accounts (student_id, kind, balance)
   SELECT s.id, k.kind, 0 FROM students s CROSS JOIN unnest(ARRAY['available', 'held', 'debt']) k (kind) ORDER BY s.id`,
  `INSERT INTO ledger.transfers (id, kind, debit_account_id, credit_account_id, amount, created_at)
   SELECT nextval('ledger.transfers_id_seq'), 'grant', 1, a.id, asked.count + 5, now() - interval '299 days'
     FROM (SELECT s.id, count(r.id) FROM students s LEFT JOIN meal_requests r ON r.requester_id = s.id GROUP BY s.id) asked
     JOIN ledger.accounts a ON a.student_id = asked.id AND a.kind = 'available'`,
  `INSERT INTO ledger.starting_meals
   SELECT s.id, key FROM students s, sha256(convert_to(s.id::text, 'UTF8')) key`,
  `INSERT INTO ledger.transfers (id, kind, debit_account_id, credit_account_id, amount, request_id, created_at)
   SELECT nextval('ledger.transfers_id_seq'), 'hold', a.id, h.id, 1, r.id, r.created_at
     FROM meal_requests r
     JOIN ledger.accounts a ON a.student_id = r.requester_id AND a.kind = 'available'
     JOIN ledger.accounts h ON h.student_id = r.requester_id AND h.kind = 'held'`,
  `INSERT INTO ledger.transfers
     (id, kind, debit_account_id, credit_account_id, amount, request_id, match_id, hold_id, created_at)
   SELECT nextval('ledger.transfers_id_seq'), 'capture', hold.credit_account_id, a.id, 1, m.request_id, m.id, hold.id,
          m.completed_at
     FROM matches m
     JOIN ledger.transfers hold ON hold.request_id = m.request_id AND hold.kind = 'hold'
     JOIN ledger.accounts a ON a.student_id = m.fulfiller_id AND a.kind = 'available'
    WHERE m.status = 'completed'`,
  `INSERT INTO ledger.transfers (id, kind, debit_account_id, credit_account_id, amount, request_id, hold_id, created_at)
   SELECT nextval('ledger.transfers_id_seq'), 'release', hold.credit_account_id, hold.debit_account_id, 1, r.id, hold.id,
          r.deadline
     FROM meal_requests r
     JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
    WHERE r.status IN ('cancelled', 'expired')`,
  `UPDATE ledger.accounts a SET balance = moved.balance, last_transfer_id = moved.last
     FROM (SELECT account, sum(amount) AS balance, max(id) AS last FROM (
             SELECT id, credit_account_id AS account, amount FROM ledger.transfers
             UNION ALL SELECT id, debit_account_id, -amount FROM ledger.transfers) movement GROUP BY account) moved
    WHERE a.id = moved.account AND a.student_id IS NOT NULL`,
];
