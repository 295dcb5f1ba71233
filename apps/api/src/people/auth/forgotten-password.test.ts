import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { PASSWORD, type GivenStudent } from '../../../test/support/given.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startCampus } from '../../../test/support/campus.js';
import { until } from '../../../test/support/until.js';

const { api, given, close } = await startCampus();
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));

const login = (email: string, password = PASSWORD) => api.client().auth.login({ body: { email, password } });
const works = async (token: string) => (await api.client(token).users.me()).status === 200;

describe('a forgotten password', () => {
  const forgot = (email: string) => api.client().auth.forgotPassword({ body: { email } });
  const reset = (token: string, password: string) => api.client().auth.resetPassword({ body: { token, password } });
  const link = async ({ email }: GivenStudent) => {
    ok(await forgot(email));
    return tokenIn(await api.inbox.waitForMail(email, 'password'));
  };

  it('can be replaced once through a mailed link, which ends every session [asvs V6.4c]', async () => {
    const sam = await given.student();
    const session = ok(await login(sam.email)).token;
    const token = await link(sam);
    const responses = await atOnce(5, () => reset(token, 'Brandnew1'));
    expect(tally(responses)).toEqual({ 200: 1, '400 INVALID_TOKEN': 4 });
    expect(await works(session)).toBe(false);
    expect(await login(sam.email)).toMatchObject({ status: 401 });
    ok(await login(sam.email, 'Brandnew1'));
  });

  it('can be replaced by any of the links that were asked for, by whoever, and then by no other', async () => {
    const sam = await given.student();
    const first = await link(sam);
    await api.forgetLimits();
    const second = await link(sam);
    ok(await reset(first, 'Brandnew1'));
    expect(await reset(second, 'Brandnew2')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('rejects a used link at once, so that nobody waits for it', async () => {
    const token = await link(await given.student());
    ok(await reset(token, 'Brandnew1'));
    const responses = await atOnce(200, () => reset(token, 'Brandnew2')); // more than may wait for a hash
    expect(tally(responses)).toEqual({ '400 INVALID_TOKEN': 200 });
  });

  it('is not asked about for one mailbox after another without end', async () => {
    ok(await forgot('nobody@state.edu'));
    await api.db.query(`UPDATE rate_limits SET points = 3000 WHERE key LIKE 'linksFromAddress:%'`);
    expect(await forgot('nobody-else@state.edu')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('can only be replaced by one that follows the password rule', async () => {
    const token = await link(await given.student());
    expect(await reset(token, 'short')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'Password must be at least 6 characters' },
    });
    ok(await reset(token, 'Longer1'));
  });

  it('cannot be replaced by a link older than an hour', async () => {
    const token = await link(await given.student());
    await api.aheadBy(60 * 60 * 1000 + 1000);
    expect(await reset(token, 'Brandnew1')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN', message: 'The password reset link is invalid or has expired.' },
    });
  });

  it('cannot be replaced by a link that was mailed before the account was closed', async () => {
    const sam = await given.student();
    const token = await link(sam);
    ok(await close(sam));
    expect(await reset(token, 'Brandnew1')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('is not reset by a verification link, nor verified by a reset link', async () => {
    const sam = await given.student();
    const token = await link(sam);
    expect(await api.client().auth.verifyEmail({ params: { token } })).toMatchObject({ status: 400 });
    ok(await reset(token, 'Brandnew1'));
  });

  it('mails the verification link instead to an unverified student', async () => {
    const sam = await given.student({ verified: false });
    ok(await forgot(sam.email));
    const token = tokenIn(await api.inbox.waitForMail(sam.email, 'Verify'));
    expect(ok(await api.client().auth.verifyEmail({ params: { token } })).user).toMatchObject({ verified: true });
  });

  it('ends the wait caused by guesses of others', async () => {
    const sam = await given.student();
    const token = await link(sam);
    await atOnce(6, () => login(sam.email, 'Wrong1'));
    // long enough for a busy machine
    await api.db.query(`UPDATE rate_limits SET expire = expire + 3600000 WHERE key LIKE 'loginPause:%'`);
    expect(await login(sam.email)).toMatchObject({ status: 429 });
    ok(await reset(token, 'Brandnew1'));
    ok(await login(sam.email, 'Brandnew1'));
  });

  it('gets the same response for unknown addresses, and at most one mail in 30 seconds', async () => {
    const sam = await given.student();
    const [known, unknown] = [await forgot(sam.email), await forgot('nobody@state.edu')];
    expect(unknown).toMatchObject({ status: 200, body: known.body });
    expect(await forgot(sam.email)).toMatchObject({ status: 429 });
    expect(await forgot('nobody@state.edu')).toMatchObject({ status: 429 });
  });

  it('gets its mail next while another network asks for links for many invented addresses', async () => {
    const sam = await given.student();
    const ask = async (email: string, address: string) =>
      ok(await api.client().auth.forgotPassword({ body: { email }, extraHeaders: { 'x-forwarded-for': address } }));
    const started = async () => {
      const order = `SELECT data->>'email' AS email FROM pgboss.job
        WHERE name = 'account-links' AND data ? 'again' AND started_on IS NOT NULL ORDER BY started_on`;
      return (await api.db.query<{ email: string }>(order)).map(({ email }) => email);
    };
    await ask('invented@state.edu', '203.0.113.7');
    await ask(sam.email, '203.0.113.8');
    // the same again at one moment, 60 times what the first network asked for and then once what the other did
    await api.db.query(
      `INSERT INTO pgboss.job (name, data, group_id, created_on)
       SELECT name, data || '{"again": true}', group_id, now() + make_interval(secs => (data->>'email' = $1)::int)
         FROM pgboss.job, generate_series(1, CASE data->>'email' WHEN $1 THEN 1 ELSE 60 END)
        WHERE name = 'account-links' AND data->>'email' IN ($1, 'invented@state.edu')`,
      [sam.email],
    );
    await until('all to be done', async () => (await started()).length === 61);
    expect((await started()).indexOf(sam.email)).toBeLessThan(20);
  });

  it('is not held up by a network that has had all of its links', async () => {
    const { email } = await given.student();
    const from = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const body = JSON.stringify({ email });
      return (await api.fetch('/api/auth/forgot-password', { method: 'POST', headers, body })).status;
    };
    const halfAMinutePasses = () => api.db.query(`DELETE FROM rate_limits WHERE key LIKE 'linkSoon%'`);
    for (let link = 0; link < 5; link++) {
      expect(await from('203.0.113.7')).toBe(200);
      await halfAMinutePasses();
    }
    expect(await from('203.0.113.7')).toBe(429);
    expect(await from('203.0.113.8')).toBe(200);
  });
});
