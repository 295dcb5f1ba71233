import { institutionFromEmail } from '@spareswipe/contract';
import pg from 'pg';
import { Passwords } from '../auth/passwords.js';
import { newId } from '../common/ids.js';
import { readDatabaseUrl } from '../config/settings.js';
import { advisoryLocks } from '../database/advisory-locks.js';
import { runAsCommand } from './command.js';
import {
  DEMO_PASSWORD,
  DEMO_STARTING_CREDITS,
  demoRequests,
  demoStudents,
  type DemoRequest,
  type DemoStudent,
} from './demo-campus.js';

const LOG_INS = [demoStudents.alex.email, demoStudents.blake.email];

type Ids = Record<DemoStudent, string>;

/** Fills an empty database with the demo campus; does nothing if there are students. Credits move through the ledger. */
export async function seed(db: pg.ClientBase): Promise<void> {
  const passwordHash = await new Passwords().hash(DEMO_PASSWORD);
  await db.query('BEGIN');
  try {
    await db.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.seed]);
    const { rowCount } = await db.query('SELECT FROM students LIMIT 1');
    if (!rowCount) {
      const ids = await insertStudents(db, passwordHash);
      for (const request of demoRequests) await insertRequest(db, request, ids);
    }
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}

/** The addresses to log in with, as long as those demo students exist. */
export async function demoLogIns(db: pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    'SELECT email FROM students WHERE email = ANY ($1) AND deactivated_at IS NULL ORDER BY email',
    [LOG_INS],
  );
  return rows.map(({ email }) => email);
}

async function insertStudents(db: pg.ClientBase, passwordHash: string): Promise<Ids> {
  const ids: Partial<Ids> = {};
  for (const [key, { name, email }] of Object.entries(demoStudents)) {
    const id = (ids[key as DemoStudent] = newId());
    await db.query(
      `INSERT INTO students (id, name, email, phone_number, role_preference, password_hash, institution, verified_at,
                             created_at)
       VALUES ($1, $2, $3, '+1 555 010 0' || (100 + $6), 'both', $4, $5, now() - interval '20 days',
               now() - interval '20 days')`,
      [id, name, email, passwordHash, institutionFromEmail(email), Object.keys(ids).length],
    );
    await db.query('SELECT ledger.grant_credits($1, $2)', [id, DEMO_STARTING_CREDITS]);
  }
  return ids as Ids;
}

/** Inserts a request and what happened to it. Finished exchanges end at their deadline. */
async function insertRequest(db: pg.ClientBase, request: DemoRequest, ids: Ids): Promise<void> {
  const requestId = newId();
  const requesterId = ids[request.by];
  await db.query(
    `INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                                urgency, is_flexible, deadline, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(mins => $10), now() - make_interval(mins => $11))`,
    [
      requestId,
      requesterId,
      institutionFromEmail(demoStudents[request.by].email),
      request.mealPeriod,
      request.mealDescription,
      request.location,
      request.description ?? null,
      request.urgency ?? 'medium',
      request.isFlexible ?? true,
      request.deadline * 60,
      request.created * 60,
    ],
  );
  await db.query('SELECT ledger.hold_credit($1, $2)', [requesterId, requestId]);
  const { story } = request;
  if (!story) return;
  if ('ended' in story) await refund(db, requestId, story.ended);
  else await match(db, requestId, { requesterId, fulfillerId: ids[story.fulfiller], ...story });
}

async function refund(db: pg.ClientBase, requestId: string, status: 'cancelled' | 'expired'): Promise<void> {
  await db.query('UPDATE meal_requests SET status = $2 WHERE id = $1', [requestId, status]);
  await db.query('SELECT ledger.release_credit($1)', [requestId]);
}

interface DemoMatch {
  requesterId: string;
  fulfillerId: string;
  message: string;
  outcome: 'accepted' | 'completed' | 'did not show up';
}

async function match(db: pg.ClientBase, requestId: string, story: DemoMatch): Promise<void> {
  const { requesterId, fulfillerId, message, outcome } = story;
  const matchId = newId();
  await db.query(`UPDATE meal_requests SET status = 'matched' WHERE id = $1`, [requestId]);
  await db.query(
    `INSERT INTO matches (id, request_id, requester_id, fulfiller_id, message, created_at)
     SELECT $1, id, $3, $4, $5, created_at + interval '30 minutes' FROM meal_requests WHERE id = $2`,
    [matchId, requestId, requesterId, fulfillerId, message],
  );
  if (outcome === 'completed') {
    await db.query(`UPDATE meal_requests SET status = 'completed' WHERE id = $1`, [requestId]);
    await db.query(
      `UPDATE matches SET status = 'completed', completed_by = 'requester', completed_at = r.deadline
         FROM meal_requests r WHERE r.id = request_id AND matches.id = $1`,
      [matchId],
    );
    await db.query('SELECT ledger.capture_credit($1, $2)', [requestId, fulfillerId]);
    await rate(db, matchId, { side: 'requester', raterId: requesterId, score: 5, comment: 'Friendly and on time.' });
    await rate(db, matchId, { side: 'fulfiller', raterId: fulfillerId, score: 5, comment: 'Easy to find.' });
  }
  if (outcome === 'did not show up') {
    await rate(db, matchId, { side: 'requester', raterId: requesterId, score: null, comment: 'Nobody came.' });
    await db.query(
      `UPDATE matches SET status = 'cancelled', cancelled_at = r.deadline FROM meal_requests r
        WHERE r.id = request_id AND matches.id = $1`,
      [matchId],
    );
    await refund(db, requestId, 'cancelled');
    await db.query(
      `INSERT INTO strikes (id, student_id, match_id, created_at)
       SELECT $1, fulfiller_id, id, cancelled_at FROM matches WHERE id = $2`,
      [newId(), matchId],
    );
  }
}

interface DemoRating {
  side: 'requester' | 'fulfiller';
  raterId: string;
  /** null: the other side did not follow through. */
  score: number | null;
  comment: string;
}

async function rate(db: pg.ClientBase, matchId: string, { side, raterId, score, comment }: DemoRating): Promise<void> {
  await db.query(
    `INSERT INTO ratings (match_id, side, rater_id, score, comment, followed_through)
     VALUES ($1, $2, $3, $4, $5, $4::smallint IS NOT NULL)`,
    [matchId, side, raterId, score, comment],
  );
}

await runAsCommand(import.meta.url, async () => {
  const db = new pg.Client({ connectionString: readDatabaseUrl(process.env, 'data') });
  await db.connect();
  try {
    await seed(db);
    for (const email of await demoLogIns(db)) console.log(`Log in as ${email}, password ${DEMO_PASSWORD}`);
  } finally {
    await db.end();
  }
});
