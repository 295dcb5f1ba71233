import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn } from '../../test/support/given.js';
import { runCommand } from '../../test/support/run-command.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await givenIn(db).student({ institution: 'state' });
});
afterAll(() => db.close());

const operator = (...args: string[]) => runCommand(db, 'operator', ...args);

it('invites an operator of a campus by a mail with a sealed link, and revokes them', async () => {
  expect(await operator('invite', 'Ines@dining.example', '--campus', 'state')).toEqual({
    failed: false,
    stdout: 'An invitation to run state is on its way to ines@dining.example\n',
    stderr: '',
  });
  const [mail] = await db.query(`SELECT data ->> 'mail' AS mail, data -> 'to' ->> 'email' AS email FROM pgboss.job`);
  expect(mail).toEqual({ mail: 'operator-invitation', email: 'ines@dining.example' });
  expect((await operator('revoke', 'ines@dining.example')).stdout).toContain('no operator any more');
  expect(await operator('revoke', 'ines@dining.example')).toMatchObject({ failed: true });
});

it.each([
  ['an unknown campus', ['invite', 'a@dining.example', '--campus', 'nowhere'], 'There is no campus "nowhere"'],
  ['neither a campus nor all', ['invite', 'a@dining.example'], 'Use: operator invite'],
  ['both', ['invite', 'a@dining.example', '--campus', 'state', '--platform'], 'Use: operator invite'],
  ['no address', ['invite', 'ines', '--platform'], 'Use: operator invite'],
])('says what is wrong with %s', async (_, args, message) => {
  const { failed, stderr } = await operator(...args);
  expect(failed).toBe(true);
  expect(stderr).toContain(message);
});
