import { ROUNDS } from '../../../test/support/levels.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startCampus } from '../../../test/support/campus.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const { api, given } = await startCampus();
const visitor = api.client();
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));

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
    // the person who typed that name has not proved to own the mailbox, whose owner may know neither
    expect(mail.text).toContain(`"Ada Lovelace", with the phone number that ends in ${body.phoneNumber.slice(-4)}`);
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

  it('lets a link verify the registration that it was mailed for, and no password that came later', async () => {
    const victim = await registered();
    const stranger = await registered({
      ...victim,
      name: 'Mallory',
      password: 'Another1',
      phoneNumber: '+1 617 555 0199',
    });
    const login = (password: string) => visitor.auth.login({ body: { email: victim.email, password } });
    for (const password of ['Secret1', 'Another1'])
      expect(await login(password)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect(await login('Neither1')).toMatchObject({ status: 401 });
    expect(ok(await verify(victim.token))).toMatchObject({
      user: { name: 'Ada Lovelace', phoneNumber: victim.phoneNumber },
      verifiedFor: { name: 'Ada Lovelace', phoneEnd: victim.phoneNumber.slice(-4) },
    });
    expect(await verify(stranger.token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await login('Another1')).toMatchObject({ status: 401 });
    expect(await login('Secret1')).toMatchObject({ status: 200 });
  });

  it('says in the mail of a later registration, and of one asked for again, that there are several', async () => {
    const body = somebody();
    const mailSays = async () => (await api.inbox.waitForMail(body.email, 'Verify')).text;
    ok(await visitor.auth.register({ body }));
    expect(await mailSays()).not.toContain('more than once');
    ok(await visitor.auth.register({ body: { ...body, password: 'Stranger1' } }));
    expect(await mailSays()).toContain('Your address was registered more than once');
    ok(await visitor.auth.resendVerification({ body }));
    expect(await mailSays()).toContain('Your address was registered more than once');
  });

  it('opens one account when two registrations of an address are verified at once', async () => {
    const mine = await registered();
    const other = await registered({ ...mine, name: 'Mallory', password: 'Another1' });
    expect(tally(await Promise.all([verify(mine.token), verify(other.token)]))).toEqual({
      200: 1,
      '400 INVALID_TOKEN': 1,
    });
  });

  it('opens no account for a registration that was forgotten meanwhile', async () => {
    const { email, token } = await registered();
    await api.db.query('UPDATE students SET deactivated_at = now() WHERE email = $1', [email]);
    expect(await verify(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('does not let the password of one registration end the delays of guessing another', async () => {
    const victim = await registered();
    await registered({ ...victim, password: 'Another1' });
    const login = (password: string) => visitor.auth.login({ body: { email: victim.email, password } });
    const guesses: number[] = [];
    for (let guess = 0; guess < 7; guess++) {
      guesses.push((await login('Wrong1')).status);
      await login('Another1');
    }
    expect(guesses).toContain(429);
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

  it('creates one account from five registrations at once', async () => {
    const body = somebody();
    expect(tally(await atOnce(5, () => visitor.auth.register({ body })))).toEqual({ 201: 5 });
    const tokens: string[] = [];
    for (let mail = 0; mail < 5; mail++) tokens.push(tokenIn(await api.inbox.waitForMail(body.email, 'Verify')));
    const uses = await Promise.all(tokens.map(verify));
    expect(uses.filter(({ body }) => 'token' in body)).toHaveLength(1);
    expect(await api.db.query('SELECT FROM students WHERE email = $1', [body.email])).toHaveLength(1);
  });
});

describe('mailed links', () => {
  const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } });
  const ask = (email: string, address: string) => visitor.auth.forgotPassword({ body: { email }, ...from(address) });
  const enough = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };

  it('are five an hour for a mailbox from one client address, registrations with them, and keep nobody else from theirs', async () => {
    const body = somebody();
    const responses = await atOnce(12, () => visitor.auth.register({ body, ...from('198.51.100.1') }));
    expect(tally(responses)).toEqual({ 201: 5, '429 TOO_MANY_REQUESTS': 7 });
    expect(await ask(body.email.replace('@', '+x@'), '198.51.100.1')).toMatchObject(enough);
    ok(await ask(body.email, '203.0.113.1'));
  });

  it('are 20 an hour for a mailbox from all client addresses', async () => {
    const { email } = somebody();
    const tagged = (nth: number) => email.replace('@', `+${nth}@`);
    const asked = await atOnce(24, (nth) => ask(tagged(nth), `198.51.100.${Math.floor(nth / 4)}`));
    expect(tally(asked)).toEqual({ 200: 20, '429 TOO_MANY_REQUESTS': 4 });
  });

  it('are not used up by whoever registers an address that is taken', async () => {
    const { email } = await given.student();
    const taken = await atOnce(6, () => visitor.auth.register({ body: somebody({ email }) }));
    expect(tally(taken)).toEqual({ '409 EMAIL_TAKEN': 6 });
    ok(await visitor.auth.forgotPassword({ body: { email } }));
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
      verifiedFor: { name: 'Ada Lovelace', phoneEnd: expect.stringMatching(/^\d{4}$/) },
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

  it('verifies its own registration, also when a stranger registers the address at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await registered();
      const stranger = somebody({ email: owner.email, name: 'Mallory', password: 'Stranger1' });
      const [verified] = await Promise.all([verify(owner.token), visitor.auth.register({ body: stranger })]);
      expect(ok(verified)).toMatchObject({ user: { name: owner.name }, token: expect.any(String) });
      expect(await visitor.auth.login({ body: stranger })).toMatchObject({ status: 401 });
      expect(ok(await visitor.auth.login({ body: owner })).user).toMatchObject({ name: owner.name });
    }
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
    expect(api.inbox.to(verified.email).filter(({ subject }) => subject.includes('Verify'))).toHaveLength(1);
  });

  it('mails the link of the newest registration', async () => {
    const first = await registered();
    await registered({ ...first, name: 'Ada King' });
    ok(await resend(first.email));
    const token = tokenIn(await api.inbox.waitForMail(first.email, 'Verify'));
    expect(ok(await verify(token)).user).toMatchObject({ name: 'Ada King' });
  });
});

describe('an account that somebody else opened', () => {
  const notMe = (token: string) => visitor.account.notMe({ body: { token } });
  const accountOf = (token: string) => visitor.account.notMeAccount({ body: { token } });
  /** A stranger registers the address of somebody whose mail scanner opens links. */
  async function opened() {
    const stranger = await registered(somebody({ name: 'Mallory' }));
    const { token: session } = ok(await verify(stranger.token));
    const mail = await api.inbox.waitForMail(stranger.email, 'Your account is open');
    return { ...stranger, session: session!, mail, undo: tokenIn(mail) };
  }
  const isFree = async ({ email }: { email: string }) => {
    const owner = await registered(somebody({ email }));
    expect(ok(await verify(owner.token)).user).toMatchObject({ name: 'Ada Lovelace', credits: 0 });
  };

  it('is closed by one press of the owner of the address, who is told at once', async () => {
    const account = await opened();
    expect(account.mail.text).toMatch(/^Hi,\n/);
    expect(JSON.stringify(account.mail)).not.toContain('Mallory');
    expect(account.mail.text).toContain(`ends in ${account.phoneNumber.slice(-4)}`);
    const { email, phoneNumber } = account;
    expect(ok(await accountOf(account.undo)).account).toEqual({
      name: 'Mallory',
      email,
      phoneEnd: phoneNumber.slice(-4),
    });
    ok(await notMe(account.undo));
    expect(await accountOf(account.undo)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await api.client(account.session).users.me()).toMatchObject({ status: 401 });
    expect(await visitor.auth.login({ body: account })).toMatchObject({ status: 401 });
    expect(await notMe(account.undo)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    await isFree(account);
  });

  it('leaves the address free even if the stranger has closed it', async () => {
    const account = await opened();
    ok(await api.client(account.session).account.deactivate({ body: { password: account.password } }));
    ok(await notMe(account.undo));
    await isFree(account);
  });

  it('can be closed for 30 days, by that link only', async () => {
    const account = await opened();
    expect(await accountOf(account.token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await notMe(account.token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    await api.aheadBy(30 * 24 * HOUR_MS + 1000);
    expect(await notMe(account.undo)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });
});
