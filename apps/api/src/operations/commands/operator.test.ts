import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { inFull } from '../../../test/support/levels.js';
import { runCommand } from '../../../test/support/run-command.js';

const db = await createTestDatabase();
beforeAll(() => givenIn(db).student({ institution: 'state' }));
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
});

inFull(() => {
  it('revokes nobody twice', async () => {
    expect(await operator('revoke', 'ines@dining.example')).toMatchObject({ failed: true });
  });

  it('invites again after a lost mail; the lost one no longer works', async () => {
    const hashOf = async () => {
      const [row] = await db.query<{ hash: Buffer; institution: string }>(
        `SELECT invitation_hash AS hash, institution FROM operators WHERE email = 'otto@dining.example'`,
      );
      return row!;
    };
    await operator('invite', 'otto@dining.example', '--campus', 'state');
    const before = await hashOf();
    const { failed } = await operator('invite', 'Otto@dining.example', '--campus', 'state');
    expect(failed).toBe(false);
    const after = await hashOf();
    expect(after.institution).toBe('state');
    expect(after.hash).not.toEqual(before.hash);
    const mails = await db.query(`SELECT FROM pgboss.job WHERE data -> 'to' ->> 'email' = 'otto@dining.example'`);
    expect(mails).toHaveLength(2);
  });

  const mistakes: [what: string, args: string[], message: string][] = [
    ['an unknown campus', ['invite', 'a@dining.example', '--campus', 'nowhere'], 'There is no campus "nowhere"'],
    ['neither a campus nor all', ['invite', 'a@dining.example'], 'Use: operator invite'],
    ['both', ['invite', 'a@dining.example', '--campus', 'state', '--platform'], 'Use: operator invite'],
    ['an unknown option', ['invite', '--help'], 'Use: operator invite'],
    ['no address', ['invite', 'ines', '--platform'], 'Use: operator invite'],
  ];

  it.each(mistakes)('says what is wrong with %s', async (_, args, message) => {
    const { failed, stderr } = await operator(...args);
    expect(failed).toBe(true);
    expect(stderr).toContain(message);
  });
});
