import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn, type GivenMatch, type GivenStudent } from '../../../test/support/given.js';
import { inFull } from '../../../test/support/levels.js';
import { runCommand } from '../../../test/support/run-command.js';
import { newId } from '../../platform/common/ids.js';
import { completeMatch } from './rows.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

let db: TestDatabase;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  db = await createTestDatabase();
  given = givenIn(db);
  await given.student();
  await db.query(
    `INSERT INTO operators (id, email, sealed_secret, password_hash, accepted_at)
     VALUES ($1, 'platform@dining.example', '', '', now())`,
    [newId()],
  );
});
afterEach(async () => expect(await auditLedger(db.pool)).toEqual([]));
afterAll(() => db.close());

const disputes = (...args: string[]) => runCommand(db, 'disputes', ...args);
const decide = (...args: string[]) => disputes('decide', ...args, '--reason', 'The reader has no swipe.');

/** An operator who accepted their invitation. Returns the address. */
async function givenOperator(campus: string | null): Promise<string> {
  const email = `ines-${newId()}@dining.example`;
  await db.query(
    `INSERT INTO operators (id, email, institution, sealed_secret, password_hash, accepted_at)
     VALUES ($1, $2, $3, '', '', now())`,
    [newId(), email, campus],
  );
  return email;
}

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

it('decides one: moves the meal, gives the losing side a strike, enqueues a mail to both, and sends nothing itself', async () => {
  const { id, ruth, finn } = await disputed();
  const ines = await givenOperator('state');
  const { failed, stdout, stderr } = await decide(id, 'requester', '--as', ines);
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

inFull(() => {
  const mistakes: [what: string, args: string[], line: string][] = [
    [
      'a match without a dispute',
      ['decide', newId(), 'nobody', '--as', 'platform@dining.example', '--reason', 'The reader has no swipe.'],
      'no dispute about',
    ],
    [
      'somebody else',
      ['decide', newId(), 'somebody'],
      'Use: disputes, or: disputes decide MATCH requester|fulfiller|nobody',
    ],
    ['nobody who decides', ['decide', newId(), 'nobody'], 'Say who decides with --as EMAIL'],
    [
      'no reason',
      ['decide', newId(), 'nobody', '--as', 'a@b.example'],
      'Say why with --reason "…"; both students read it',
    ],
    [
      'a short reason',
      ['decide', newId(), 'nobody', '--as', 'a@b.example', '--reason', 'Because'],
      'The reason must have 10 to 500 characters',
    ],
    [
      'an unknown operator',
      ['decide', newId(), 'nobody', '--as', 'a@b.example', '--reason', 'The reader has no swipe.'],
      'There is no operator a@b.example',
    ],
  ];

  it.each(mistakes)('says in one line what is wrong with %s', async (_what, args, line) => {
    const { failed, stderr } = await disputes(...args);
    expect(failed).toBe(true);
    expect(stderr).toContain(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('lists what each side said when they met, and when, so that the operator can see who contradicts themself', async () => {
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

  it('writes who decided and why into the log, and lets nobody decide for another campus', async () => {
    const { id } = await disputed();
    await givenIn(db).student({ institution: 'other' });
    const [ines, elsewhere] = [await givenOperator('state'), await givenOperator('other')];
    const refused = await decide(id, 'requester', '--as', elsewhere);
    expect(refused).toMatchObject({
      failed: true,
      stderr: 'There is no dispute about this match on the campus other\n',
    });
    expect((await decide(id, 'requester', '--as', ines.toUpperCase())).failed).toBe(false);
    const lines = await db.query(
      `SELECT o.email, l.institution, l.action, l.reason, l.before, l.after
       FROM operator_log l JOIN operators o ON o.id = l.operator_id WHERE l.match_id = $1`,
      [id],
    );
    expect(lines).toEqual([
      {
        email: ines,
        institution: 'state',
        action: 'decide-dispute',
        reason: 'The reader has no swipe.',
        before: { awardedTo: null },
        after: { awardedTo: 'requester' },
      },
    ]);
  });

  it('decides no dispute twice', async () => {
    const { id } = await disputed();
    await db.query(`SELECT ledger.decide_dispute($1, 'nobody', 'time', NULL)`, [id]);
    const { failed, stderr } = await decide(id, 'requester', '--as', await givenOperator(null));
    expect({ failed, stderr }).toEqual({ failed: true, stderr: 'This dispute is already decided\n' });
  });
});
