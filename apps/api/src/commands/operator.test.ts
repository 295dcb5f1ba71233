import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { givenIn } from '../../test/support/given.js';

/** The built command, as somebody on the server runs it. */
const COMMAND = fileURLToPath(new URL('../../dist/commands/operator.js', import.meta.url));

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await givenIn(db).student({ institution: 'state' });
});
afterAll(() => db.close());

function operator(...args: string[]): Promise<{ failed: boolean; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: db.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: 'a secret for tests, long enough to be taken for one',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}

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
