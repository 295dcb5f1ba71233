import type { ClientBase } from 'pg';

interface Size {
  requests: number;
  students?: number;
  campuses?: number;
  /** Share of the requests that are active. Of the others 15 % expired, 12 % are cancelled, 1 % matched, the rest completed. */
  active?: number;
  /** The active ones' deadline has just passed; else it is within a week. */
  overdue?: boolean;
}

/**
 * Fills an empty exchange with so many requests, for tests and benchmarks of size: a million in a minute or two. The
 * triggers are away meanwhile, and what they would have done is done here for all rows at once; an audit proves it.
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
  await db.query(STUDENTS, [students, campuses]);
  await db.query(REQUESTS, [requests, students, active, overdue, campuses]);
  for (const step of LEDGER) await db.query(step);
  for (const { table, name, state } of triggers) await db.query(`ALTER TABLE ${table} ${state} TRIGGER ${name}`);
  await db.query('SET LOCAL session_replication_role = origin');
  await db.query(`UPDATE meal_requests SET status = status WHERE status = 'active'`); // writes search_text
  if (search) await db.query(search.create);
  await db.query('COMMIT');
  await db.query('VACUUM ANALYZE');
}

/** Ids with the place in the list inside, so that later steps find each other by arithmetic. */
const id = (group: number, place: string) =>
  `('00000000-0000-7000-8${group}00-' || lpad((${place})::text, 12, '0'))::uuid`;

/** One row at a time it takes longer than all the rest. */
const SEARCH_INDEX = `
  SELECT pg_get_indexdef(i) AS create, 'DROP INDEX ' || i AS drop FROM to_regclass('ix_meal_requests_search') i WHERE i IS NOT NULL`;

const STUDENTS = `
  INSERT INTO students
    (id, name, email, phone_number, role_preference, password_hash, institution, verified_at, created_at)
  SELECT ${id(1, 'n')}, 'Student ' || n, 'student' || n || '@campus' || n % $2::int || '.edu', '+1 555 010 0100', 'both', 'x',
         'campus' || n % $2, now(), now() - interval '300 days'
    FROM generate_series(1, $1::int) n`;

const REQUESTS = `
  INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                             urgency, is_flexible, deadline, status, created_at)
  SELECT ${id(2, 'n')}, ${id(1, '1 + n % $2')}, 'campus' || (1 + n % $2) % $5::int,
         (ARRAY['breakfast', 'lunch', 'dinner', 'any'])[1 + n % 4],
         (ARRAY['Burrito bowl', 'Ramen', 'Margherita pizza', 'Garden salad', 'Falafel wrap', 'Pad thai', 'Pancakes'])[1 + n % 7]
           || ' no ' || n,
         (ARRAY['North Hall', 'Cedar Grill', 'Harbor Hall', 'Noodle Corner', 'Stone Oven'])[1 + n % 5],
         CASE WHEN n % 3 = 0 THEN 'Anywhere near the entrance, ' || md5(n::text) END,
         (ARRAY['low', 'medium', 'high'])[1 + n % 3], true,
         CASE WHEN n <= $1 * $3::float8 AND $4 THEN now()
              WHEN n <= $1 * $3::float8 THEN now() + interval '1 hour' + n % 10000 * interval '1 minute'
              WHEN n % 100 = 27 THEN now() + n % 48 * interval '1 hour'
              ELSE now() - interval '3 days' - n % 200 * interval '1 day' END,
         CASE WHEN n <= $1 * $3::float8 THEN 'active'
              WHEN n % 100 < 15 THEN 'expired'
              WHEN n % 100 < 27 THEN 'cancelled'
              WHEN n % 100 = 27 THEN 'matched'
              ELSE 'completed' END,
         now() - interval '204 days'
    FROM generate_series(1, $1::int) n`;

const LEDGER = [
  `INSERT INTO matches (id, request_id, requester_id, fulfiller_id, status, completed_by, completed_at, created_at)
   SELECT gen_random_uuid(), r.id, r.requester_id, f.id,
          CASE r.status WHEN 'matched' THEN 'accepted' ELSE 'completed' END,
          CASE r.status WHEN 'completed' THEN 'requester' END, CASE r.status WHEN 'completed' THEN r.deadline END,
          r.created_at
     FROM meal_requests r
     JOIN students f
       ON f.id = ${id(1, '1 + (right(r.id::text, 12)::bigint + 1) % (SELECT count(*) FROM students)')}
    WHERE r.status IN ('matched', 'completed')`,
  `INSERT INTO ledger.accounts (student_id, kind, balance)
   SELECT s.id, k.kind, 0 FROM students s CROSS JOIN unnest(ARRAY['available', 'held', 'debt']) k (kind) ORDER BY s.id`,
  `INSERT INTO ledger.transfers (id, kind, debit_account_id, credit_account_id, amount, created_at)
   SELECT nextval('ledger.transfers_id_seq'), 'grant', 1, a.id, asked.count + 5, now() - interval '299 days'
     FROM (SELECT s.id, count(r.id) FROM students s LEFT JOIN meal_requests r ON r.requester_id = s.id GROUP BY s.id) asked
     JOIN ledger.accounts a ON a.student_id = asked.id AND a.kind = 'available'`,
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
