import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/**
 * Students, requests, matches and ratings written by SQL, without the services: for the demo campus, tests and benchmarks.
 * The keys of a row are columns of its table. Columns left out get the value given here, or else the table's default.
 */

type Database = Pick<ClientBase, 'query'>;

interface StudentRow {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  institution: string;
  phone_number?: string;
  /** Without it, the student shares theirs with nobody. */
  mailbox?: Buffer;
  verified_at?: Date;
  created_at?: Date;
}

export const insertStudents = (db: Database, students: StudentRow[]) =>
  insert(
    db,
    'students',
    students.map((student) => ({ phone_number: '+1 555 010 0100', role_preference: 'both', ...student })),
  );

export interface RequestRow {
  id: string;
  requester_id: string;
  institution: string;
  meal_period: string;
  meal_description: string;
  location: string;
  description?: string | null;
  urgency: string;
  deadline: Date;
  is_flexible?: boolean;
  status?: string;
  created_at?: Date;
}

export const insertRequests = (db: Database, requests: RequestRow[]) =>
  insert(
    db,
    'meal_requests',
    requests.map((request) => ({ is_flexible: true, ...request })),
  );

export interface MatchRow {
  id: string;
  request_id: string;
  requester_id: string;
  fulfiller_id: string;
  status?: string;
  completed_by?: string | null;
  completed_at?: Date | null;
  created_at?: Date;
}

export const insertMatches = (db: Database, matches: MatchRow[]) => insert(db, 'matches', matches);

interface RatingRow {
  match_id: string;
  side: 'requester' | 'fulfiller';
  rater_id: string;
  followed_through: boolean;
  score: number | null;
  comment?: string;
}

export const insertRatings = (db: Database, ratings: RatingRow[]) => insert(db, 'ratings', ratings);

interface StrikeRow {
  id: string;
  student_id: string;
  accuser_id: string;
  match_id: string;
  created_at?: Date;
}

export const insertStrikes = (db: Database, strikes: StrikeRow[]) => insert(db, 'strikes', strikes);

/** Grants starting credits, with the student's id in place of a mailbox. */
export async function grantCredits(db: Database, studentId: string, credits: number): Promise<void> {
  const key = createHash('sha256').update(studentId).digest();
  await db.query('SELECT ledger.grant_credits($1, $2, $3)', [studentId, credits, key]);
}

export async function postRequest(db: Database, request: RequestRow): Promise<void> {
  await insertRequests(db, [request]);
  await db.query('SELECT ledger.hold_credit($1, $2)', [request.requester_id, request.id]);
}

/** Ends an active or matched request and gives its credit back. */
export async function refundRequest(db: Database, id: string, status: 'cancelled' | 'expired'): Promise<void> {
  await moveRequest(db, id, status);
  await db.query('SELECT ledger.release_credit($1)', [id]);
}

export async function acceptRequest(db: Database, match: MatchRow): Promise<void> {
  await moveRequest(db, match.request_id, 'matched');
  await insertMatches(db, [match]);
}

export async function completeMatch(
  db: Database,
  { id, request_id, fulfiller_id }: Pick<MatchRow, 'id' | 'request_id' | 'fulfiller_id'>,
  { by, at }: { by: 'requester' | 'fulfiller'; at?: Date },
): Promise<void> {
  await moveRequest(db, request_id, 'completed');
  await db.query(
    `UPDATE matches SET status = 'completed', completed_by = $2, completed_at = coalesce($3, now()) WHERE id = $1`,
    [id, by, at],
  );
  await db.query('SELECT ledger.capture_credit($1, $2)', [request_id, fulfiller_id]);
}

const moveRequest = (db: Database, id: string, status: string) =>
  db.query('UPDATE meal_requests SET status = $2 WHERE id = $1', [id, status]);

/** All rows have the columns of the first. One statement, so that 10,000 rows take a moment. */
async function insert(db: Database, table: string, rows: object[]): Promise<void> {
  const columns = Object.entries(rows[0] ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column]) => column)
    .join(', ');
  await db.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
