import { hash } from '@node-rs/argon2';
import { createHmac } from 'node:crypto';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { PASSWORD, type GivenStudent } from '../../../test/support/given.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { overtaken } from '../../../test/support/overtaken.js';
import { startCampus } from '../../../test/support/campus.js';
import { JWT_SECRET } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';
import { HASHES_OF_ADDRESS_MAX } from './passwords.js';

const { api, given } = await startCampus();
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));

const DAY_MS = 24 * 60 * 60 * 1000;
const login = (email: string, password = PASSWORD) => api.client().auth.login({ body: { email, password } });
const loggedIn = async (student: GivenStudent) => ok(await login(student.email)).token;
const works = async (token: string) => (await api.client(token).users.me()).status === 200;

describe('logging in', () => {
  it('returns the student and a token', async () => {
    const sam = await given.student({ name: 'Sam', credits: 3 });
    const { user, token } = ok(await login(` ${sam.email.toUpperCase()} `));
    expect(user).toMatchObject({ _id: sam.id, name: 'Sam', credits: 3, strikes: { count: 0, suspendedUntil: null } });
    expect(ok(await api.client(token).users.me()).user).toEqual(user);
  });

  it('gets the same response for an unknown address as for a wrong password [asvs V6.3a]', async () => {
    const sam = await given.student();
    const [unknown, wrong] = [await login('nobody@state.edu'), await login(sam.email, 'Wrong1')];
    expect(unknown).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(wrong.body).toEqual(unknown.body);
  });

  it('says that the address is not verified only after the right password [spec §4.13 §7.10]', async () => {
    const sam = await given.student({ verified: false });
    expect(await login(sam.email, 'Wrong1')).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(await login(sam.email)).toMatchObject({
      status: 403,
      body: {
        code: 'EMAIL_NOT_VERIFIED',
        email: sam.email,
        message: 'Please verify your email address before logging in.',
      },
    });
  });

  it('fails when the password is changed meanwhile', async () => {
    const sam = await given.student();
    const another = await hash('Another1');
    const change: [string, unknown[]] = ['UPDATE students SET password_hash = $2 WHERE id = $1', [sam.id, another]];
    expect(await overtaken(api.db, change, () => login(sam.email))).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
  });

  it.each([
    [{}, 'email', 'Email is required'],
    [{ email: 'sam@state.com', password: 'x' }, 'email', 'Please enter a valid .edu email address'],
    [{ email: 'sam@state.edu' }, 'password', 'Password is required'],
  ])('refuses %j in the words of the form', async (body, path, message) => {
    const response = await api.client().auth.login({ body: body as { email: string; password: string } });
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
    expect((response.body as { errors: unknown[] }).errors[0]).toEqual({ path, message });
  });

  it('rehashes a password that was hashed with weaker parameters [asvs V11.4]', async () => {
    const sam = await given.student();
    const hash = async () =>
      (await api.db.query<{ hash: string }>('SELECT password_hash AS hash FROM students WHERE id = $1', [sam.id]))[0]!
        .hash;
    const before = await hash();
    const signature = createHmac('sha256', JWT_SECRET).update(`device known ${before}`).digest('base64url');
    const body = { email: sam.email, password: PASSWORD, device: `known.${signature}` };
    const { device } = ok(await api.client().auth.login({ body }));
    expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hash()).not.toBe(before);
    // the former token of the browser ends with the former hash
    expect(device).not.toBe(body.device);
    expect(ok(await api.client().auth.login({ body: { ...body, device } })).device).toBe(device);
  });
});

describe('guessing a password', () => {
  it('is refused after five tries, with the seconds to wait', async () => {
    const sam = await given.student();
    const responses = await atOnce(20, () => login(sam.email, 'Wrong1'));
    // how many got through on how slow a machine: instances.test.ts
    const refused = responses.find(({ status }) => status === 429)!;
    // refused tries of the same moment may already count towards the next, longer pause
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds?\.$/),
    });
  });

  it('waits longer after each failure, up to a minute, and the right password ends it [asvs V6.1a]', async () => {
    const sam = await given.student();
    await atOnce(5, () => login(sam.email, 'Wrong1'));
    const pauseEnds = () => api.db.query(`UPDATE rate_limits SET expire = 0 WHERE key LIKE 'loginPause%'`);
    const waits: number[] = [];
    for (let failure = 6; failure <= 12; failure++) {
      waits.push(Number((await login(sam.email)).headers.get('retry-after')));
      await pauseEnds();
      expect(await login(sam.email, 'Wrong1')).toMatchObject({ status: 401 });
    }
    [2, 4, 8, 16, 32, 60, 60].forEach((seconds, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds / 2); // part of it may have passed
      expect(waits[index]).toBeLessThanOrEqual(seconds);
    });
    await pauseEnds();
    ok(await login(sam.email));
    expect(tally(await atOnce(4, () => login(sam.email, 'Wrong1')))).toEqual({ '401 INVALID_CREDENTIALS': 4 });
  });

  it('waits for nothing that is written while it has to pause: a flood of it would take all connections', async () => {
    const sam = await given.student();
    await atOnce(5, () => login(sam.email, 'Wrong1'));
    await api.db.query(`UPDATE rate_limits SET expire = expire + 60000 WHERE key LIKE 'loginPause%'`);
    await api.db.inTransaction(async (client) => {
      await client.query('SELECT FROM rate_limits FOR UPDATE');
      expect(await login(sam.email)).toMatchObject({ status: 429 });
    });
  });

  it('is not assumed of a student who logs in on ten devices at once', async () => {
    const sam = await given.student();
    expect(tally(await atOnce(10, () => login(sam.email)))).toEqual({ 200: 10 });
  });

  it('leaves open sessions alone', async () => {
    const sam = await given.student();
    const token = await loggedIn(sam);
    await atOnce(10, () => login(sam.email, 'Wrong1'));
    expect(await works(token)).toBe(true);
  });

  it('does not count log-ins that a busy server rejected', async () => {
    await api.hashing('held');
    let rejected = 0;
    const logins = atOnce(HASHES_OF_ADDRESS_MAX + 20, async (n) => {
      const response = await login(`storm${n}@state.edu`);
      if (response.status === 503) rejected++;
      return response;
    });
    await until('the queue of hashes to be full', () => rejected >= 20);
    await api.hashing('free');
    const responses = tally(await logins);
    const [counted] = await api.db.query(
      `SELECT count(*)::int AS accounts, sum(points)::int AS points FROM rate_limits
        WHERE key LIKE 'loginFailures:%' AND points > 0`,
    );
    const looked = responses['401 INVALID_CREDENTIALS'];
    expect(counted).toEqual({ accounts: looked, points: looked });
  });

  it('does not slow other accounts of the same campus', async () => {
    const [sam, ruth] = [await given.student(), await given.student()];
    await atOnce(10, () => login(sam.email, 'Wrong1'));
    ok(await login(ruth.email));
  });
});

describe('a session', () => {
  it('ends at log-out, and no other does', async () => {
    const sam = await given.student();
    const [token, kept] = [await loggedIn(sam), await loggedIn(sam)];
    ok(await api.client(token).sessions.end());
    expect(await works(token)).toBe(false);
    expect(await works(kept)).toBe(true);
  });

  it('is listed with its device, and all of them end at once [asvs V7.5a]', async () => {
    const sam = await given.student();
    const [token, elsewhere] = [await loggedIn(sam), await loggedIn(sam)];
    const { sessions } = ok(await api.client(token).sessions.mine());
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    ok(await api.client(token).sessions.endAll());
    expect([await works(token), await works(elsewhere)]).toEqual([false, false]);
  });

  it('ends with another log-in once 200 are open and it was used longest ago', async () => {
    const sam = await given.student();
    await api.db.query('DELETE FROM sessions WHERE student_id = $1', [sam.id]);
    const first = await loggedIn(sam);
    await api.db.query(`UPDATE sessions SET last_used_at = now() - interval '1 min' WHERE student_id = $1`, [sam.id]);
    await api.db.query(
      `INSERT INTO sessions (id, student_id, expires_at)
       SELECT gen_random_uuid(), $1, now() + interval '30 days' FROM generate_series(1, 199)`,
      [sam.id],
    );
    const latest = await loggedIn(sam);
    expect([await works(first), await works(latest)]).toEqual([false, true]);
    expect(ok(await api.client(latest).sessions.mine()).sessions).toHaveLength(200);
  });

  it('lasts 30 days if it is used every week [asvs V7.3]', async () => {
    const sam = await given.student();
    const token = await loggedIn(sam);
    for (const day of [6, 12, 18, 24, 29.9]) {
      await api.aheadBy(day * DAY_MS);
      expect(await works(token)).toBe(true);
      await noted(sam, day * DAY_MS);
    }
    await api.aheadBy(30 * DAY_MS + 1000);
    expect(await works(token)).toBe(false);
  });

  it('ends after 7 days without use, and is no longer listed', async () => {
    const sam = await given.student();
    const token = await loggedIn(sam);
    await api.aheadBy(7 * DAY_MS + 1000);
    expect(await works(token)).toBe(false);
    expect(ok(await api.client(await loggedIn(sam)).sessions.mine()).sessions).toHaveLength(1);
  });

  /** A use is recorded after the response. */
  async function noted({ id }: GivenStudent, aheadMs: number) {
    const since = new Date(Date.now() + aheadMs - 60_000);
    for (;;) {
      const rows = await api.db.query('SELECT FROM sessions WHERE student_id = $1 AND last_used_at > $2', [id, since]);
      if (rows.length) return;
    }
  }
});

describe('a forged token', () => {
  const parts = (token: string) => token.split('.') as [string, string, string];
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

  it('opens nothing [asvs V9.1]', async () => {
    const [sam, ruth] = [await given.student(), await given.student()];
    const [header, payload, signature] = parts(await loggedIn(sam));
    const [, , ruths] = parts(await loggedIn(ruth));
    const forged = [
      `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
      `${encode({ ...decode(header), alg: 'HS512' })}.${payload}.${signature}`,
      `${header}.${encode({ ...decode(payload), sub: ruth.id })}.${signature}`,
      `${header}.${payload}.${ruths}`,
      `${header}.${payload}`,
      'x.y.z',
      '',
    ];
    for (const token of forged) {
      const response = await api.fetch('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      expect({ token, status: response.status }).toEqual({ token, status: 401 });
    }
    expect(await works(`${header}.${payload}.${signature}`)).toBe(true);
  });

  it('opens nothing even if it was signed with our secret, unless it is made as ours are', async () => {
    const [sam, ruth] = [await given.student(), await given.student()];
    const [header, payload] = parts(await loggedIn(sam));
    const sign = (head: object, claims: object, hash = 'sha256') => {
      const signed = `${encode({ ...decode(header), ...head })}.${encode({ ...decode(payload), ...claims })}`;
      return `${signed}.${createHmac(hash, JWT_SECRET).update(signed).digest('base64url')}`;
    };
    expect(await works(sign({}, {}))).toBe(true);
    const forged = {
      'another algorithm': sign({ alg: 'HS512' }, {}, 'sha512'),
      'another issuer': sign({}, { iss: 'others' }),
      'another audience': sign({}, { aud: 'others' }),
      'no audience': sign({}, { aud: undefined }),
      'its time over': sign({}, { exp: Math.floor(Date.now() / 1000) - 1 }),
      "another's session": sign({}, { sub: ruth.id }),
      'no session': sign({}, { sid: undefined }),
      'a session that is no id': sign({}, { sid: "' OR 1=1 --" }),
      'an unknown session': sign({}, { sid: ruth.id }),
    };
    for (const [what, token] of Object.entries(forged))
      expect({ what, works: await works(token) }).toEqual({ what, works: false });
  });
});

it('logs no secrets, tokens or addresses [asvs V16.2a]', async () => {
  const sam = await given.student();
  const token = await loggedIn(sam);
  await login(sam.email, 'Wrong1');
  ok(await api.client().auth.forgotPassword({ body: { email: sam.email } }));
  const mailed = tokenIn(await api.inbox.waitForMail(sam.email));
  ok(await api.client(token).users.me());
  await api.client().auth.verifyEmail({ params: { token: mailed } });
  const lines = await api.logs();
  const log = JSON.stringify(lines);
  for (const secret of [token, mailed, sam.email, PASSWORD, 'Wrong1', '555 010'])
    expect({ secret, logged: log.includes(secret) }).toEqual({ secret, logged: false });
  expect(lines.find(({ route }) => route === '/api/auth/me')).toMatchObject({
    reqId: expect.any(String),
    status: 200,
  });
});
