import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

let api: Api;
let visitor: ReturnType<Api['client']>;
beforeAll(async () => {
  api = await startApi();
  visitor = api.client();
}, 120_000);
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));
afterAll(() => api.stop());

const HOUR_MS = 60 * 60 * 1000;
let count = 0;
const somebody = (over: object = {}) => ({
  name: 'Ada Lovelace',
  email: `ada${++count}@cs.state.edu`,
  password: 'Secret1',
  phoneNumber: `+1 617 555 ${1000 + count}`,
  rolePreference: 'both' as const,
  ...over,
});
/** Registers, and returns the link's token from the mail. */
async function registered(body = somebody()) {
  ok(await visitor.auth.register({ body }));
  return { ...body, token: tokenIn(await api.inbox.waitForMail(body.email, 'Verify')) };
}
const verify = (token: string) => visitor.auth.verifyEmail({ params: { token } });

describe('registering', () => {
  it('no longer counts against its address when it is verified, since a campus may be one address', async () => {
    const { token } = await registered();
    await api.db.query(`UPDATE rate_limits SET points = 300 WHERE key LIKE 'registerPerAddress%'`);
    ok(await verify(token));
    ok(await visitor.auth.register({ body: somebody() }));
    expect(await visitor.auth.register({ body: somebody() })).toMatchObject({ status: 429 });
  });

  it('creates an unverified account without meals, for the normalized address', async () => {
    const body = somebody({ email: ' ADA@CS.State.edu ' });
    expect(await visitor.auth.register({ body })).toMatchObject({
      status: 201,
      body: {
        user: { email: 'ada@cs.state.edu', institution: 'cs state', verified: false, credits: 0 },
        message: expect.stringContaining('check your email'),
      },
    });
    const mail = await api.inbox.waitForMail('ada@cs.state.edu', 'Verify');
    expect(mail.text).toMatch(/^Hi,\n/);
    expect(JSON.stringify(mail)).not.toContain('Lovelace'); // the person who typed that name has not proved to own the mailbox
    expect(mail.text).toContain('https://swipes.example.edu/verify-email/');
    expect(mail.html).toContain('https://swipes.example.edu/verify-email/');
  });

  it.each([
    [{ name: undefined }, 'name', 'Name is required'],
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ name: 'A'.repeat(51) }, 'name', 'Name cannot be more than 50 characters'],
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: 'ada@gmail.com' }, 'email', 'Please enter a valid .edu email address'],
    [{ phoneNumber: undefined }, 'phoneNumber', 'Phone number is required'],
    [{ phoneNumber: '0123' }, 'phoneNumber', 'Please enter a valid phone number'],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ password: 'Ab1' }, 'password', 'Password must be at least 6 characters'],
    [
      { password: 'abcdef' },
      'password',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    [{ password: `A1${'a'.repeat(127)}` }, 'password', 'Password cannot be more than 128 characters'],
  ])('refuses %j in the words of the form [spec §1.1]', async (wrong, path, message) => {
    const response = await visitor.auth.register({ body: somebody(wrong) });
    expect(response).toMatchObject({
      status: 400,
      body: { success: false, code: 'VALIDATION_FAILED', message, errors: [{ path, message }] },
    });
  });

  it('replaces an account that was never verified, and its older link stops working', async () => {
    const first = await registered();
    const second = await registered({ ...first, name: 'Ada King', password: 'Another1' });
    expect(await verify(first.token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(ok(await verify(second.token)).user).toMatchObject({ name: 'Ada King' });
    const login = (password: string) => visitor.auth.login({ body: { email: first.email, password } });
    expect(await login('Secret1')).toMatchObject({ status: 401 });
    expect(await login('Another1')).toMatchObject({ status: 200 });
  });

  it('returns the account that the student will log in to', async () => {
    const body = somebody();
    const { user } = ok(await visitor.auth.register({ body }));
    const verified = ok(await verify(tokenIn(await api.inbox.waitForMail(body.email)))).user;
    expect(verified).toEqual({ ...user, verified: true, credits: 2 });
  });

  it('leaves a verified account alone', async () => {
    const { token, ...body } = await registered();
    ok(await verify(token));
    expect(await visitor.auth.register({ body: { ...body, name: 'Mallory' } })).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_TAKEN',
        errors: [{ path: 'email', message: 'An account with this email already exists' }],
      },
    });
    expect(ok(await visitor.auth.login({ body })).user.name).toBe('Ada Lovelace');
  });

  it('creates one account from ten registrations at once, with one working link', async () => {
    const body = somebody();
    const responses = await atOnce(10, () => visitor.auth.register({ body }));
    expect(tally(responses)).toEqual({ 201: 10 });
    const tokens = new Set<string>();
    for (let mail = 0; mail < 10; mail++) tokens.add(tokenIn(await api.inbox.waitForMail(body.email)));
    const uses = await Promise.all([...tokens].map(verify));
    expect(tally(uses)).toEqual({ 200: 1, '400 INVALID_TOKEN': 9 });
    expect(await api.db.query('SELECT FROM students WHERE email = $1', [body.email])).toHaveLength(1);
  });

  it('sends at most ten mails an hour to an unverified mailbox', async () => {
    const body = somebody();
    const responses = await atOnce(12, () => visitor.auth.register({ body }));
    expect(tally(responses)).toEqual({ 201: 10, '429 TOO_MANY_REQUESTS': 2 });
  });
});

describe('the verification link', () => {
  it('verifies, gives the starting meals and logs in [spec §1.2 §4.12]', async () => {
    const { token } = await registered();
    const { user, token: bearer } = ok(await verify(token));
    expect(user).toMatchObject({ verified: true, credits: 2 });
    expect(ok(await api.client(bearer).users.me()).user).toEqual(user);
  });

  it('says so without logging in when a mail scanner opened it first', async () => {
    const { token } = await registered();
    ok(await verify(token));
    expect(ok(await verify(token))).toEqual({
      success: true,
      message: 'Your email is already verified. Please log in.',
    });
  });

  it('gives the starting meals once, and one session, to twenty uses at once', async () => {
    const { token, email } = await registered();
    const responses = await atOnce(20, () => verify(token));
    expect(tally(responses)).toEqual({ 200: 20 });
    expect(responses.filter((response) => ok(response).token)).toHaveLength(1);
    const balances = await api.db.query<{ balance: number }>(
      `SELECT balance FROM ledger.accounts a JOIN students s ON s.id = a.student_id
        WHERE s.email = $1 AND a.kind = 'available'`,
      [email],
    );
    expect(balances).toEqual([{ balance: 2 }]);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('works for 24 hours [spec §9.6]', async () => {
    const [early, late] = [await registered(), await registered()];
    await api.aheadBy(24 * HOUR_MS - 60_000);
    expect(await verify(early.token)).toMatchObject({ status: 200 });
    await api.aheadBy(24 * HOUR_MS + 1000);
    expect(await verify(late.token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await verify(early.token)).toMatchObject({ status: 400 });
  });

  it.each(['x', 'a'.repeat(43), '%00', "' OR 1=1 --"])('refuses %j', async (token) => {
    expect(await verify(token)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN', message: 'The verification link is invalid or has expired.' },
    });
  });

  it('is stored nowhere in the clear [asvs V6.4a V11.3]', async () => {
    const { token } = await registered();
    const tables = await api.db.query<{ row: string }>(
      `SELECT t::text AS row FROM email_tokens t UNION ALL SELECT j::text FROM pgboss.job j`,
    );
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter(({ row }) => row.includes(token))).toEqual([]);
  });
});

describe('asking for the link again', () => {
  const resend = (email: string) => visitor.auth.resendVerification({ body: { email } });

  it('mails another link, and the first one opened logs the student in', async () => {
    const first = await registered();
    ok(await resend(first.email));
    const token = tokenIn(await api.inbox.waitForMail(first.email, 'Verify'));
    expect(ok(await verify(first.token))).toMatchObject({ user: { verified: true }, token: expect.any(String) });
    expect(ok(await verify(token)).token).toBeUndefined();
  });

  it('gets the same response for unknown, verified and waiting addresses, also within the 30 seconds [spec §4.14]', async () => {
    const waiting = await registered();
    const verified = await registered();
    ok(await verify(verified.token));
    const addresses = [waiting.email, verified.email, 'nobody@state.edu'];
    const first = await Promise.all(addresses.map(resend));
    const again = await Promise.all(addresses.map(resend));
    expect(new Set(first.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const response of again) {
      expect(response).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      const seconds = (response.body as { retryAfterSeconds: number }).retryAfterSeconds;
      expect(seconds).toBeGreaterThan(25);
      expect(seconds).toBeLessThanOrEqual(30);
      expect(response.headers.get('retry-after')).toBe(String(seconds));
    }
    await api.inbox.waitForMail(waiting.email, 'Verify');
    expect(api.inbox.to(verified.email)).toHaveLength(1); // the one of its registration
  });

  it('is possible five times an hour', async () => {
    const { email } = await registered();
    const halfMinutePasses = () => api.db.query(`DELETE FROM rate_limits WHERE key LIKE 'resendSoon%'`);
    for (let time = 1; time <= 5; time++) {
      ok(await resend(email));
      await halfMinutePasses();
    }
    const refused = await resend(email);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('minutes') } });
  });
});
