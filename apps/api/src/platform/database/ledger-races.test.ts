import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn, type GivenMatch, type GivenStudent } from '../../../test/support/given.js';
import { auditLedger } from '../../ledger/audit/invariants.js';
import { dataSource } from './data-source.js';
import { transaction } from './transaction.js';
import { ROUNDS } from '../../../test/support/levels.js';
import { until } from '../../../test/support/until.js';

/** Simultaneous transactions in the ledger. Everything here goes straight to PostgreSQL, without the conditions of the services. */

const db = await createTestDatabase();
const given = givenIn(db);
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
  [`SELECT ledger.lock_accounts(ARRAY(SELECT requester_id FROM meal_requests WHERE id = ANY ($1)))`, [requestIds]],
  [`SELECT ledger.release_credit(id) FROM meal_requests WHERE id = ANY ($1) AND status = 'expired'`, [requestIds]],
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

it('makes no match of a request that its fulfiller is releasing', async () => {
  const { id, requestId, requesterId } = await given.match();
  const [releasing, making] = [await db.pool.connect(), await db.pool.connect()];
  await releasing.query('BEGIN');
  await releasing.query(`UPDATE meal_requests SET status = 'active' WHERE id = $1`, [requestId]);
  await releasing.query(
    `UPDATE matches SET status = 'cancelled', cancelled_at = now(), cancelled_because = 'released' WHERE id = $1`,
    [id],
  );
  const made = making.query(
    'INSERT INTO matches (id, request_id, requester_id, fulfiller_id) VALUES (gen_random_uuid(), $1, $2, $3)',
    [requestId, requesterId, (await given.student()).id],
  );
  const refused = expect(made).rejects.toMatchObject({ constraint: 'matches_lifecycle' });
  await until('it waits for the release', async () => (await db.query(WAITING)).length === 1);
  await releasing.query('COMMIT');
  await refused;
  for (const client of [releasing, making]) client.release();
});

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

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

/** A dispute of a credit that the fulfiller had spent: a claim. */
async function claim() {
  const fulfiller = await given.student({ credits: 0 });
  const match = await given.completed({ by: fulfiller });
  await given.request({ by: fulfiller });
  await db.transaction(open(match));
  return { match, fulfiller };
}
/** Posts a request; returns how many credits that took. */
async function spend(student: GivenStudent): Promise<number> {
  const [outcome] = await Promise.allSettled([given.request({ by: student })]);
  if (outcome.status === 'fulfilled') return 1;
  expect(outcome.reason).toMatchObject({ constraint: 'ck_accounts_available_not_negative' });
  return 0;
}

it('disputes a credit or spends it, never both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const fulfiller = await given.student({ credits: 0 });
    const match = await given.completed({ by: fulfiller });
    const [disputes, spent] = await Promise.all([committed(open(match)), spend(fulfiller)]);
    const [{ claims } = { claims: 0 }] = await db.query<{ claims: number }>(
      `SELECT count(*)::int AS claims FROM ledger.disputes WHERE match_id = $1 AND taken_id IS NULL`,
      [match.id],
    );
    expect([disputes, claims]).toEqual([1, spent]);
  }
});

it('spends an awarded credit once, however the award and its spending meet', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const requester = await given.student({ credits: 1 });
    const match = await given.completed({ of: await given.request({ by: requester }) });
    await db.transaction(open(match));
    const [decided, ...spent] = await Promise.all([
      committed(decide(match, 'requester')),
      spend(requester),
      spend(requester),
    ]);
    expect(decided).toBe(1);
    expect(await balances(requester.id)).toEqual({ available: 1 - spent[0] - spent[1], debt: 0 });
  }
});

it('pays two claims with two credits that arrive while the second dispute opens', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { fulfiller } = await claim();
    const second = await given.completed({ by: fulfiller }); // pays the first claim
    const arriving = await given.match({ by: fulfiller });
    expect(await committed(open(second), complete(arriving))).toBe(2);
    expect(await balances(fulfiller.id)).toEqual({ available: 0, debt: 0 });
  }
});

it.each(['requester', 'fulfiller', 'nobody'])(
  'pays a claim once that is decided for %s while it is paid',
  async (award) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { match, fulfiller } = await claim();
      const arriving = await given.match({ by: fulfiller });
      expect(await committed(decide(match, award), complete(arriving))).toBe(2);
      expect(await balances(fulfiller.id)).toEqual({ available: award === 'fulfiller' ? 1 : 0, debt: 0 });
      expect(await balances(match.requesterId)).toEqual({ available: award === 'requester' ? 2 : 1, debt: 0 });
    }
  },
);

/** Two students who each have to pay the other the next credit they receive. */
async function mutualClaims(): Promise<[GivenStudent, GivenStudent]> {
  const [one, other] = [await given.student({ credits: 1 }), await given.student({ credits: 1 })];
  const requests = [await given.request({ by: one }), await given.request({ by: other })];
  const matches = [
    await given.completed({ of: requests[0], by: other }),
    await given.completed({ of: requests[1], by: one }),
  ];
  for (const by of [one, other]) await given.request({ by });
  for (const match of matches) await db.transaction([...open(match), ...decide(match, 'requester')]);
  return [one, other];
}

it('ends a circle of claims with the first credit that enters it', async () => {
  const [one, other] = await mutualClaims();
  await given.completed({ by: one });
  expect([await balances(one.id), await balances(other.id)]).toEqual([
    { available: 1, debt: 0 },
    { available: 0, debt: 0 },
  ]);
});

it('passes a credit on along a chain of claims, however long, without nesting calls', async () => {
  const students = await several(61, (place) => given.student({ credits: place === 0 ? 1 : 0 }));
  const matches: GivenMatch[] = [];
  for (const [place, by] of students.slice(1).entries())
    matches.push(await given.completed({ of: await given.request({ by: students[place]! }), by }));
  const [first, last] = [students[0]!, students.at(-1)!];
  const spent = await given.request({ by: last });
  for (const match of matches) await db.transaction([...open(match), ...decide(match, 'requester')]);
  await db.transaction([
    [`SET LOCAL max_stack_depth = '100kB'`], // the least that PostgreSQL allows
    [`UPDATE meal_requests SET status = 'cancelled' WHERE id = $1`, [spent]],
    ['SELECT ledger.release_credit($1)', [spent]],
  ]);
  expect([await balances(first.id), await balances(last.id)]).toEqual([
    { available: 1, debt: 0 },
    { available: 0, debt: 0 },
  ]);
});

it('retries payments of claims that deadlock', async () => {
  const services = await dataSource(db.url).initialize();
  for (let round = 0; round < ROUNDS; round++) {
    const pair = await mutualClaims();
    const arriving = await Promise.all(pair.map((by) => given.match({ by })));
    await Promise.all(
      arriving.map((match) =>
        transaction(services, async (tx) => {
          for (const [sql, parameters] of complete(match)) await tx.query(sql, parameters);
        }),
      ),
    );
    for (const { id } of pair) expect(await balances(id)).toEqual({ available: 1, debt: 0 });
  }
  await services.destroy();
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
