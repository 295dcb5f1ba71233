import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn, type GivenStudent } from '../../test/support/given.js';
import { runCommand } from '../../test/support/run-command.js';
import { newId } from '../common/ids.js';
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
  const { id } = await given.completed({ of: await given.request({ by: ruth }), by: finn });
  await db.query(
    `INSERT INTO ratings (match_id, side, rater_id, followed_through) VALUES ($1, 'requester', $2, false)`,
    [id, ruth.id],
  );
  await db.query('SELECT ledger.open_dispute($1)', [id]);
  return { id, ruth, finn };
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
