import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn, type GivenMatch } from '../../test/support/given.js';
import { auditLedger } from '../commands/audit.js';

/** Transactions that meet in the ledger. Everything here goes straight to PostgreSQL, past all conditions of the services. */

const ROUNDS = 10;

let db: TestDatabase;
let given: ReturnType<typeof givenIn>;

beforeAll(async () => {
  db = await createTestDatabase();
  given = givenIn(db);
});
afterEach(async () => expect(await auditLedger(db.pool)).toEqual([]));
afterAll(() => db.close());

/** How many of these transactions were committed. */
async function committed(...transactions: [sql: string, parameters?: unknown[]][][]): Promise<number> {
  const outcomes = await Promise.allSettled(transactions.map((statements) => db.transaction(statements)));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as { code: string }] : [],
  );
  // a lost race is an integrity violation; a deadlock or anything else is a fault
  expect(failures.filter(({ code }) => !code.startsWith('23'))).toEqual([]);
  return outcomes.length - failures.length;
}

const complete = ({ id, requestId, fulfillerId }: GivenMatch): [string, unknown[]][] => [
  [`UPDATE meal_requests SET status = 'completed' WHERE id = $1`, [requestId]],
  [`UPDATE matches SET status = 'completed', completed_by = 'requester', completed_at = now() WHERE id = $1`, [id]],
  ['SELECT ledger.capture_credit($1, $2)', [requestId, fulfillerId]],
];
const makeVoid = ({ id, requestId }: GivenMatch): [string, unknown[]][] => [
  [`UPDATE meal_requests SET status = 'cancelled' WHERE id = $1`, [requestId]],
  [`UPDATE matches SET status = 'cancelled', cancelled_at = now(), cancelled_because = 'no_show' WHERE id = $1`, [id]],
  ['SELECT ledger.release_credit($1)', [requestId]],
];
const expire = (requestIds: string[]): [string, unknown[]][] => [
  [
    `UPDATE meal_requests r SET status = 'expired' FROM
       (SELECT id FROM meal_requests WHERE id = ANY ($1) AND status = 'active' ORDER BY id FOR NO KEY UPDATE) due
      WHERE r.id = due.id`,
    [requestIds],
  ],
  [
    `SELECT ledger.release_credits(ARRAY(SELECT id FROM meal_requests WHERE id = ANY ($1) AND status = 'expired'))`,
    [requestIds],
  ],
];
const several = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const shuffled = <T>(list: T[]) =>
  list
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

it('pays or refunds a credit, never both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const match = await given.match();
    expect(await committed(complete(match), makeVoid(match), complete(match), makeVoid(match))).toBe(1);
  }
});

it('spends the last credit once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const student = await given.student({ credits: 2 });
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => given.request({ by: student })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  }
});

/** Four students, each with a match with every other, all completed at once: how many there were, and how many went through. */
async function payInAllDirections() {
  const students = await several(4, () => given.student({ credits: 8 }));
  const matches: GivenMatch[] = [];
  for (const requester of students)
    for (const fulfiller of students)
      if (requester !== fulfiller)
        matches.push(await given.match({ of: await given.request({ by: requester }), by: fulfiller }));
  const outcomes = await Promise.allSettled(shuffled(matches).map((match) => db.transaction(complete(match))));
  return { asked: matches.length, paid: outcomes.filter(({ status }) => status === 'fulfilled').length };
}

it('does not deadlock when students pay each other in all directions at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { asked, paid } = await payInAllDirections();
    expect(paid).toBe(asked);
  }
});

it('deadlocks in these races without the locks that a transfer takes first', async () => {
  const [locking] = await db.query<{ source: string }>(
    `SELECT pg_get_functiondef('ledger.prepare_transfer'::regproc) AS source`,
  );
  await db.query(locking!.source.replaceAll('ORDER BY a.id FOR NO KEY UPDATE', ''));
  let missed = false;
  for (let round = 0; round < 10 * ROUNDS && !missed; round++) {
    const { asked, paid } = await payInAllDirections();
    missed = paid < asked;
  }
  await db.query(locking!.source);
  expect(missed).toBe(true);
});

it('does not deadlock when batches of refunds and payments meet', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const students = await several(4, () => given.student({ credits: 8 }));
    const [open, matches] = await Promise.all([
      several(12, (index) => given.request({ by: students[index % 4]! })),
      several(8, async (index) =>
        given.match({ of: await given.request({ by: students[index % 4]! }), by: students[(index + 1) % 4]! }),
      ),
    ]);
    const [some, others] = [shuffled(open).slice(0, 6), shuffled(open).slice(0, 6)];
    const all = [expire(some), expire(others), ...matches.map(complete)];
    // a batch that comes second finds requests that are expired, and their credits given back
    expect(await committed(...all)).toBeGreaterThanOrEqual(all.length - 1);
  }
});

const open = ({ id }: GivenMatch): [string, unknown[]][] => [['SELECT ledger.open_dispute($1)', [id]]];
const decide = ({ id }: GivenMatch, award: string): [string, unknown[]][] => [
  [`SELECT ledger.decide_dispute($1, $2, 'time', NULL)`, [id, award]],
];

it('opens a dispute once, and decides it once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const match = await given.completed();
    expect(await committed(open(match), open(match), open(match))).toBe(1);
    expect(await balances(match.fulfillerId)).toEqual({ available: 2, debt: 0 });
    expect(await committed(decide(match, 'requester'), decide(match, 'fulfiller'), decide(match, 'nobody'))).toBe(1);
  }
});

it('orders entries as the changes happened, so that no balance in between is negative', async () => {
  const student = await given.student({ credits: 1 });
  for (let round = 0; round < ROUNDS; round++) {
    const earned = await several(3, () => given.match({ by: student }));
    await Promise.allSettled([
      ...earned.map((match) => db.transaction(complete(match))),
      ...Array.from({ length: 5 }, () => given.request({ by: student })),
    ]);
  }
  const [lowest] = await db.query<{ balance: number }>(
    `SELECT min(balance)::int AS balance FROM (
       SELECT sum(CASE a.id WHEN t.credit_account_id THEN t.amount ELSE -t.amount END) OVER (ORDER BY t.id) AS balance
         FROM ledger.accounts a JOIN ledger.transfers t ON a.id IN (t.credit_account_id, t.debit_account_id)
        WHERE a.student_id = $1 AND a.kind = 'available') history`,
    [student.id],
  );
  expect(lowest!.balance).toBeGreaterThanOrEqual(0);
});

async function balances(studentId: string) {
  const [row] = await db.query<{ available: number; debt: number }>(
    `SELECT sum(balance) FILTER (WHERE kind = 'available')::int AS available,
            sum(balance) FILTER (WHERE kind = 'debt')::int AS debt
       FROM ledger.accounts WHERE student_id = $1`,
    [studentId],
  );
  return row;
}
