import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn, type GivenMatch, type GivenStudent } from '../../test/support/given.js';
import { runCommand } from '../../test/support/run-command.js';
import { newId } from '../common/ids.js';
import { completeMatch } from './rows.js';
import { auditLedger } from '../audit/invariants.js';

let db: TestDatabase;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  db = await createTestDatabase();
  given = givenIn(db);
});
afterEach(async () => expect(await auditLedger(db.pool)).toEqual([]));
afterAll(() => db.close());

const disputes = (...args: string[]) => runCommand(db, 'disputes', ...args);

async function disputed(): Promise<{ id: string; ruth: GivenStudent; finn: GivenStudent }> {
  const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Finn' })];
  const match = await given.match({ of: await given.request({ by: ruth }), by: finn });
  await completeAndDeny(match, ruth);
  return { id: match.id, ruth, finn };
}

async function completeAndDeny(match: GivenMatch, ruth: GivenStudent): Promise<void> {
  const { id, requestId: request_id, fulfillerId: fulfiller_id } = match;
  await db.inTransaction((client) => completeMatch(client, { id, request_id, fulfiller_id }, { by: 'fulfiller' }));
  await db.query(
    `INSERT INTO ratings (match_id, side, rater_id, followed_through) VALUES ($1, 'requester', $2, false)`,
    [id, ruth.id],
  );
  await db.query('SELECT ledger.open_dispute($1)', [id]);
}

it('lists the open disputes: the match, both students, what each said, and when it ends', async () => {
  const { id, ruth, finn } = await disputed();
  const { failed, stdout, stderr } = await disputes();
  expect({ failed, stderr }).toEqual({ failed: false, stderr: '' });
  for (const fact of [id, 'Veggie burrito', 'Ruth', ruth.id, 'rated "No"', 'Finn', finn.id, 'completed it'])
    expect(stdout).toContain(fact);
  expect(stdout).toMatch(/opened \d{4}-\d\d-\d\d \d\d:\d\d UTC, ends \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(stdout).toMatch(/requester.* 1 /);
});

it('lists what each side said when they met, and when, so that whoever decides can see who contradicts themself', async () => {
  const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Finn' })];
  const match = await given.match({ of: await given.request({ by: ruth }), by: finn });
  await db.query(
    `UPDATE matches SET requester_here_at = '2027-03-01 17:55Z', fulfiller_here_at = '2027-03-01 17:50Z',
            requester_met_at = '2027-03-01 18:02Z' WHERE id = $1`,
    [match.id],
  );
  await completeAndDeny(match, ruth);
  const { stdout } = await disputes();
  expect(stdout).toMatch(
    /^requester: at the place 2027-03-01 17:55 UTC, said "It's them" 2027-03-01 18:02 UTC, rated "No" \d{4}-/m,
  );
  expect(stdout).toMatch(/^fulfiller: at the place 2027-03-01 17:50 UTC, completed it \d{4}-/m);
});

it('decides one: moves the meal, strikes the side that lost, tells both by mail, and sends nothing itself', async () => {
  const { id, ruth, finn } = await disputed();
  const { failed, stdout, stderr } = await disputes('decide', id, 'requester', '--reason', 'The reader has no swipe.');
  expect({ failed, stdout, stderr }).toEqual({
    failed: false,
    stdout: 'Decided: the requester gets the meal\n',
    stderr: '',
  });
  expect(
    await db.query('SELECT awarded_to, decided_by, reason FROM ledger.disputes WHERE match_id = $1', [id]),
  ).toEqual([{ awarded_to: 'requester', decided_by: 'operator', reason: 'The reader has no swipe.' }]);
  expect(await db.query('SELECT student_id FROM strikes WHERE match_id = $1', [id])).toEqual([{ student_id: finn.id }]);
  const mails = await db.query<{ email: string; state: string }>(
    `SELECT data->'to'->>'email' AS email, state FROM pgboss.job
      WHERE name = 'mail' AND data->'to'->>'email' = ANY ($1) ORDER BY 1`,
    [[ruth.email, finn.email]],
  );
  expect(mails).toEqual([ruth.email, finn.email].sort().map((email) => ({ email, state: 'created' })));
});

it.each([
  [
    'a match without a dispute',
    ['decide', newId(), 'nobody', '--reason', 'The reader has no swipe.'],
    'no dispute about',
  ],
  [
    'somebody else',
    ['decide', newId(), 'somebody'],
    'Use: disputes, or: disputes decide MATCH requester|fulfiller|nobody',
  ],
  ['no reason', ['decide', newId(), 'nobody'], 'Say why with --reason "…"; both students read it'],
  ['a short reason', ['decide', newId(), 'nobody', '--reason', 'Because'], 'The reason must have 10 to 500 characters'],
])('says in one line what is wrong with %s', async (_what, args, line) => {
  const { failed, stderr } = await disputes(...args);
  expect(failed).toBe(true);
  expect(stderr).toContain(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it('decides nothing twice', async () => {
  const { id } = await disputed();
  await db.query(`SELECT ledger.decide_dispute($1, 'nobody', 'time', NULL)`, [id]);
  const { failed, stderr } = await disputes('decide', id, 'requester', '--reason', 'The reader has no swipe.');
  expect({ failed, stderr }).toEqual({ failed: true, stderr: 'This dispute is already decided\n' });
});
