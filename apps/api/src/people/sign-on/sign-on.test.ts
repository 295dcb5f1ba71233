import { givenIn, PASSWORD } from '../../../test/support/given.js';
import { inFull } from '../../../test/support/levels.js';
import { ok } from '../../../test/support/responses.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { openSignOn } from '../../../test/support/sign-on.js';
import { startApi } from '../../../test/support/start-api.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const on = await openSignOn();
const given = givenIn(on.api.db);
beforeEach(() => on.api.forgetLimits());
afterEach(() => on.api.aheadBy(0));
afterAll(async () => {
  expect(await auditLedger(on.api.db.pool)).toEqual([]);
  await on.stop();
});

const MINUTE_MS = 60_000;
const OVER = { status: 400, body: { code: 'INVALID_TOKEN', message: 'This sign-on is over. Please start again.' } };
const me = async (token: string) => ok(await on.api.client(token).users.me()).user;

it('offers nothing and has nothing to trade where no campus has a sign-on', async () => {
  const plain = await startApi();
  const visitor = plain.client();
  expect(await visitor.signOn.campuses()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await visitor.signOn.start({ body: { provider: 'one' } })).toMatchObject({ status: 404 });
  expect((await plain.fetch('/api/auth/sign-on/one/callback?code=a&state=b')).status).toBe(404);
  expect((await plain.fetch('/login')).headers.get('server-timing')).toBeNull();
  await plain.stop();
});

it('mails a link for a first password to a student whose campus has left SIGN_ON', async () => {
  const plain = await startApi();
  const { id, email } = await givenIn(plain.db).student();
  await plain.db.query('UPDATE students SET password_hash = NULL WHERE id = $1', [id]);
  const identity = ['https://sso.state.edu', id, id];
  await plain.db.query('INSERT INTO identities (issuer, subject, student_id) VALUES ($1, $2, $3)', identity);
  const { auth } = plain.client();
  ok(await auth.forgotPassword({ body: { email } }));
  const token = tokenIn(await plain.inbox.waitForMail(email, 'password'));
  ok(await auth.resetPassword({ body: { token, password: 'Brandnew1' } }));
  ok(await auth.login({ body: { email, password: 'Brandnew1' } }));
  await plain.stop();
});

it('names the campuses that have one, and the domains of their students', async () => {
  expect(ok(await on.visitor.signOn.campuses()).campuses).toEqual([
    { provider: 'one', name: 'State', domains: ['state.edu'] },
    { provider: 'two', name: 'Other', domains: ['other.edu'] },
  ]);
});

describe('the first time', () => {
  it('opens the account in one step, without a mail to verify an address that the campus vouches for', async () => {
    const ada = on.person();
    const { proof, ...next } = await on.arrive(ada, 'one', '/requests?open=1');
    expect(next).toMatchObject({
      name: 'Ada Lovelace',
      email: ada['email'],
      isVouched: true,
      hasAccount: false,
      campus: { provider: 'one', name: 'State' },
    });
    const body = { ...proof, email: String(ada['email']), ...on.profile() };
    const done = ok(await on.visitor.signOn.complete({ body }));
    expect(done).toMatchObject({
      returnTo: '/requests?open=1',
      user: { verified: true, credits: 2, institution: 'state' },
    });
    // an address from which 300 register in an hour would be refused; verified ones do not count
    const counted = `SELECT FROM rate_limits WHERE key LIKE 'registerPerAddress%' AND points > 0`;
    expect(await on.api.db.query(counted)).toEqual([]);
    expect(await me(done.token!)).toMatchObject({ email: ada['email'], hasPassword: false });
    // the owner of the mailbox can undo it, as after a link
    expect(tokenIn(await on.api.inbox.waitForMail(String(ada['email']), 'is open'))).toBeTruthy();
  });

  it.each(['ada@gmail.com', 'ada@evilstate.edu'])('takes %s over from no campus of another domain', async (email) => {
    expect(ok(await on.signOn(on.person({ email })))).toMatchObject({ next: 'profile', isVouched: false, email: '' });
  });

  it('mails a link to verify an address that the campus does not vouch for, and that link brings the identity', async () => {
    const ada = on.person({ email_verified: false });
    const { proof, isVouched } = await on.arrive(ada);
    expect(isVouched).toBe(false);
    const email = `typed-${ada.sub}@state.edu`;
    const { token, user } = ok(await on.visitor.signOn.complete({ body: { ...proof, email, ...on.profile() } }));
    expect([token, user.verified]).toEqual([undefined, false]);
    expect(ok(await on.signOn(ada)).next).toBe('profile'); // nobody is known before the link
    ok(await on.visitor.auth.resendVerification({ body: { email } }));
    await on.api.inbox.waitForMail(email, 'Verify');
    const link = tokenIn(await on.api.inbox.waitForMail(email, 'Verify'));
    ok(await on.visitor.auth.verifyEmail({ params: { token: link } }));
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'logged-in', user: { email } });
  });

  it('takes no address of another campus', async () => {
    const { proof } = await on.arrive(on.person());
    const body = { ...proof, email: 'ada@other.edu', ...on.profile() };
    expect(await on.visitor.signOn.complete({ body })).toMatchObject({
      status: 403,
      body: { code: 'SIGN_ON_REFUSED', message: 'Please enter an address of State.' },
    });
  });

  it('ends the registrations that somebody else made with the address before', async () => {
    const ada = on.person();
    const email = String(ada['email']);
    const theirs = { name: 'Mallory', email, phoneNumber: '+1 617 555 0199', password: PASSWORD };
    ok(await on.visitor.auth.register({ body: { ...theirs, rolePreference: 'both' } }));
    const link = tokenIn(await on.api.inbox.waitForMail(email, 'Verify'));
    const { token } = await on.join(ada);
    expect(await on.visitor.auth.verifyEmail({ params: { token: link } })).toMatchObject({ status: 400 });
    expect(await on.visitor.auth.login({ body: { email, password: PASSWORD } })).toMatchObject({ status: 401 });
    expect((await me(token)).name).toBe('Ada Lovelace');
  });
});

it('opens one account for one campus account, also from two tabs with two addresses', async () => {
  const ada = on.person();
  const ready = async (email: string) => ({ ...on.profile(), ...(await on.arrive(ada)).proof, email });
  const bodies = [await ready(`alias-${ada.sub}@state.edu`), await ready(String(ada['email']))];
  ok(await on.visitor.signOn.complete({ body: bodies[0]! }));
  const link = tokenIn(await on.api.inbox.waitForMail(bodies[0]!.email, 'Verify'));
  ok(await on.visitor.auth.verifyEmail({ params: { token: link } }));
  expect(await on.visitor.signOn.complete({ body: bodies[1]! })).toMatchObject({
    status: 409,
    body: { code: 'IDENTITY_TAKEN' },
  });
});

describe('the second time', () => {
  it('logs in, known by issuer and subject even if name and address have changed', async () => {
    const ada = await on.join();
    on.person({ ...ada, sub: ada.sub, name: 'Ada King', email: 'countess@state.edu' });
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'logged-in', user: { _id: ada.id, email: ada.email } });
  });

  it('is somebody else at another campus with the same subject', async () => {
    const ada = await on.join();
    expect(ok(await on.signOn(ada, 'two'))).toMatchObject({ next: 'profile' });
  });

  it('is nobody at another campus that vouches for the same address: a second provider takes nothing over', async () => {
    const ada = await on.join();
    const { proof, ...next } = await on.arrive(on.person({ email: ada.email }), 'two');
    expect(next).toMatchObject({ email: '', isVouched: false, hasAccount: false });
    const body = { ...proof, email: ada.email, ...on.profile() };
    expect(await on.visitor.signOn.complete({ body })).toMatchObject({ status: 403 });
  });

  it('does not open a closed account', async () => {
    const ada = await on.join();
    await on.api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [ada.id]);
    expect(await on.signOn(ada)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } });
  });

  it('says that the account is closed, and that its address opens no other', async () => {
    const ada = on.person();
    const account = await given.student({ email: String(ada['email']), institution: 'state' });
    ok(await on.api.as(account).account.deactivate({ body: { password: PASSWORD } }));
    expect(await on.signOn(ada)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_DEACTIVATED', message: expect.stringContaining('the address opens no other') },
    });
  });

  it('works in two tabs at once, each with its own attempt', async () => {
    const ada = await on.join();
    const [one, other] = [await on.back(ada), await on.back(ada)];
    expect(ok(await on.trade(await on.proof(other))).next).toBe('logged-in');
    expect(ok(await on.trade(await on.proof(one))).next).toBe('logged-in');
  });
});

describe('an account that exists', () => {
  const student = (person: { email?: unknown }) => given.student({ email: String(person.email), institution: 'state' });
  const closed = async (email: string) => {
    const account = await student({ email });
    await on.api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [account.id]);
    return account;
  };

  it('is not opened by its address: the student is offered to link it', async () => {
    const ada = on.person();
    await student(ada);
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'profile', hasAccount: true });
  });

  it('is linked while logged in to it, and a mail says so', async () => {
    const ada = on.person();
    const account = await student(ada);
    const token = await on.api.tokenOf(account);
    expect(ok(await on.api.as(account).signOn.mine())).toMatchObject({ campus: { provider: 'one' }, isLinked: false });
    const proof = await on.proofSignedIn(token, 'link', ada);
    expect(ok(await on.trade(proof))).toMatchObject({ next: 'linked', returnTo: '/profile' });
    await on.api.inbox.waitForMail(account.email, 'is linked');
    expect(ok(await on.api.as(account).signOn.mine()).isLinked).toBe(true);
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'logged-in', user: { _id: account.id } });
  });

  it('is linked by a fresh link to its mailbox, in the browser that asked for it', async () => {
    const ada = on.person();
    const account = await student(ada);
    const { proof } = await on.arrive(ada);
    ok(await on.visitor.signOn.mailLink({ body: { ...proof, email: account.email } }));
    const { text } = await on.api.inbox.waitForMail(account.email, 'Link your campus account');
    const mailed = /sign-on\/([\w-]+)/.exec(text)![1]!;
    const elsewhere = { code: mailed, secret: 'of another browser' };
    expect(await on.visitor.signOn.followLink({ body: elsewhere })).toMatchObject({ status: 400 });
    const here = { code: mailed, secret: proof.secret };
    expect(ok(await on.visitor.signOn.followLink({ body: here })).user._id).toBe(account.id);
    expect(await on.visitor.signOn.followLink({ body: here })).toMatchObject({ status: 400 });
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'logged-in', user: { _id: account.id } });
  });

  it('is not linked by a link that was mailed before a new password, or before another link was followed', async () => {
    const [ada, ben] = [await student(on.person()), await student(on.person())];
    /** Two strangers each ask for a link to the account. */
    const mailedTo = async ({ email }: { email: string }) => {
      const proofs = [];
      for (const subject of ['mallory', 'trudy']) {
        const { proof } = await on.arrive(on.person({ sub: `${subject} ${email}` }));
        ok(await on.visitor.signOn.mailLink({ body: { ...proof, email } }));
        const { text } = await on.api.inbox.waitForMail(email, 'Link your campus account');
        proofs.push({ code: /sign-on\/([\w-]+)/.exec(text)![1]!, secret: proof.secret });
      }
      return proofs;
    };
    const follow = (body: { code: string; secret: string }) => on.visitor.signOn.followLink({ body });
    const [first, second] = await mailedTo(ada);
    ok(await follow(first!));
    expect(await follow(second!)).toMatchObject(OVER);
    const [third] = await mailedTo(ben);
    ok(await on.visitor.auth.forgotPassword({ body: ben }));
    const token = tokenIn(await on.api.inbox.waitForMail(ben.email, 'password'));
    ok(await on.visitor.auth.resetPassword({ body: { token, password: 'Another1' } }));
    expect(await follow(third!)).toMatchObject(OVER);
  });

  it.each<[string, () => Promise<{ email: string }>]>([
    ['its student already signs on: a second sign-on with the same address takes nothing over', () => on.join()],
    ['it is closed', () => closed('closed@state.edu')],
    ['its address is not verified', () => given.student({ email: 'unverified@state.edu', verified: false })],
    ['it is of another campus', () => given.student({ email: 'student@other.edu', institution: 'other' })],
  ])('gets no mailed link if %s', async (_, account) => {
    const { email } = await account();
    const { proof } = await on.arrive(on.person({ email, email_verified: false }));
    ok(await on.visitor.signOn.mailLink({ body: { ...proof, email } }));
    expect(
      await on.api.db.query(
        `SELECT FROM pgboss.job WHERE data->>'mail' = 'sign-on-link' AND data->'to'->>'email' = $1`,
        [email],
      ),
    ).toEqual([]);
  });

  it('is not linked to the sign-on of another campus', async () => {
    const token = await on.api.tokenOf(await student(on.person()));
    expect(await on.startSignedIn(token, 'link', 'two')).toMatchObject({ status: 404 });
  });

  it('is not linked to a campus account that belongs to somebody else', async () => {
    const ada = await on.join();
    const account = await student(on.person());
    const proof = await on.proofSignedIn(await on.api.tokenOf(account), 'link', ada);
    expect(await on.trade(proof)).toMatchObject({ status: 409, body: { code: 'IDENTITY_TAKEN' } });
  });

  it('keeps its password beside the campus account', async () => {
    const ada = on.person();
    const account = await student(ada);
    ok(await on.trade(await on.proofSignedIn(await on.api.tokenOf(account), 'link', ada)));
    const { user } = ok(await on.visitor.auth.login({ body: { email: account.email, password: PASSWORD } }));
    expect(user).not.toHaveProperty('hasPassword');
  });

  it('is closed with its password only, and a new password unlinks what somebody else linked in an open session', async () => {
    const eve = on.person();
    const account = await student(on.person());
    const asThief = async (purpose: 'link' | 'confirm') =>
      on.proofSignedIn(await on.api.tokenOf(account), purpose, eve);
    ok(await on.trade(await asThief('link')));
    const { text } = await on.api.inbox.waitForMail(account.email, 'is linked');
    expect(text).toContain('Forgot your password?');
    const { secret, ...rest } = await asThief('confirm');
    const { code } = ok(await on.trade({ secret, ...rest })) as { code: string };
    const closed = await on.api.as(account).account.deactivateSignedOn({ body: { code, secret } });
    expect(closed).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });

    ok(await on.visitor.auth.forgotPassword({ body: { email: account.email } }));
    const token = tokenIn(await on.api.inbox.waitForMail(account.email, 'assword'));
    ok(await on.visitor.auth.resetPassword({ body: { token, password: 'Brandnew1' } }));
    expect(ok(await on.signOn(eve))).toMatchObject({ next: 'profile' });
  });
});

describe('a student without a password', () => {
  it('logs in with none', async () => {
    const { email } = await on.join();
    for (const password of ['', 'null', PASSWORD])
      expect((await on.visitor.auth.login({ body: { email, password } })).status).not.toBe(200);
  });

  it('closes the account after a fresh sign-on in place of the password, once', async () => {
    const ada = await on.join();
    const { url, secret } = ok(await on.startSignedIn(ada.token, 'confirm'));
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    const code = await on.callback(await on.goTo(url, ada));
    const confirmed = ok(await on.trade({ code, secret })) as { next: string; code: string };
    expect(confirmed.next).toBe('confirmed');
    const close = (token: string) =>
      on.api.client(token).account.deactivateSignedOn({ body: { code: confirmed.code, secret } });
    const stranger = await on.join();
    expect(await close(stranger.token)).toMatchObject({ status: 400 });
    ok(await close(ada.token));
    expect(await on.api.client(ada.token).users.me()).toMatchObject({ status: 401 });
    expect(await on.api.db.query('SELECT FROM identities WHERE student_id = $1', [ada.id])).toEqual([]);
  });

  it('confirms with nothing but that campus account', async () => {
    const [ada, eve] = [await on.join(), await on.join()];
    const proof = await on.proofSignedIn(ada.token, 'confirm', eve);
    expect(await on.trade(proof)).toMatchObject({ status: 403, body: { code: 'SIGN_ON_REFUSED' } });
  });

  it('confirms with no older log-in at the campus', async () => {
    const ada = await on.join();
    const { url, secret } = ok(await on.startSignedIn(ada.token, 'confirm'));
    const address = await on.goTo(url, ada);
    await on.api.db.query(`UPDATE sign_on_attempts SET created_at = now() + interval '2 min' WHERE student_id = $1`, [
      ada.id,
    ]);
    const answer = await on.trade({ code: await on.callback(address), secret });
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('log in again') } });
  });
});

describe('logging out', () => {
  const logOut = async (token: string) => ok(await on.api.client(token).sessions.end()).campusLogOut;

  it('leads on to the log-out of the campus, after a sign-on only', async () => {
    const { token } = await on.join();
    const { origin, searchParams } = new URL((await logOut(token))!);
    expect(origin).toBe(on.campus.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'spareswipe',
      id_token_hint: expect.any(String) as string,
      post_logout_redirect_uri: 'https://swipes.example.edu/',
    });
    expect(await on.api.client(token).users.me()).toMatchObject({ status: 401 });
    expect(await logOut(await on.api.tokenOf(await given.student()))).toBeUndefined();
  });

  it('at the campus ends what began with that session, or everything where the campus names no session', async () => {
    const ada = await on.join();
    const { token: other } = ok(await on.signOn(ada)) as { token: string };
    const statuses = () =>
      Promise.all([ada.token, other].map(async (token) => (await on.api.client(token).users.me()).status));
    const [first] = await on.api.db.query<{ session: string }>(
      `SELECT campus_session AS session FROM sessions WHERE student_id = $1 ORDER BY created_at LIMIT 1`,
      [ada.id],
    );
    await on.campus.loggedOut(ada.sub, first!.session.replace('one ', ''));
    expect(await statuses()).toEqual([401, 200]);
    await on.campus.loggedOut(ada.sub);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('at the campus ends the sign-ons, too, from which no session has begun yet', async () => {
    const ada = await on.join();
    const one = await on.proof(await on.back(ada));
    const [waiting] = await on.api.db.query<{ session: string }>(
      `SELECT a.outcome->'session'->>'campusSession' AS session FROM sign_on_attempts a
        WHERE a.outcome->>'subject' = $1 AND a.code_hash IS NOT NULL`,
      [ada.sub],
    );
    const other = await on.proof(await on.back(ada));
    await on.campus.loggedOut(ada.sub, waiting!.session.replace('one ', ''));
    expect(await on.trade(one)).toMatchObject(OVER);
    const next = await on.proof(await on.back(ada));
    await on.campus.loggedOut(ada.sub);
    for (const proof of [other, next]) expect(await on.trade(proof)).toMatchObject(OVER);
  });

  it('everywhere ends what somebody else has begun in an open session', async () => {
    const account = await given.student({ email: 'open-session@state.edu', institution: 'state' });
    const proof = await on.proofSignedIn(await on.api.tokenOf(account), 'link', on.person());
    ok(await on.api.as(account).sessions.endAll());
    expect(await on.trade(proof)).toMatchObject(OVER);
  });
});

it('lets more new students in at once than the process has connections, also where they must verify their address', async () => {
  const people = Array.from({ length: 12 }, () => on.person({ email_verified: false }));
  const ready = await Promise.all(
    people.map(async (who) => {
      const { proof } = await on.arrive(who);
      return { ...proof, email: String(who['email']), ...on.profile() };
    }),
  );
  const results = await Promise.all(ready.map((body) => on.visitor.signOn.complete({ body })));
  expect(results.map(({ status }) => status)).toEqual(people.map(() => 200));
});

it('counts the sign-ons of a student who is logged in, but not those of a network, which a whole campus shares', async () => {
  const { token } = await on.join();
  ok(await on.startSignedIn(token, 'confirm'));
  await on.api.db.query('UPDATE rate_limits SET points = 1000000');
  expect(await on.visitor.signOn.start({ body: { provider: 'one' } })).toMatchObject({ status: 200 });
  expect(await on.startSignedIn(token, 'confirm')).toMatchObject({ status: 429 });
});

it('counts links to link an account apart from those to verify and to reset, and none without a code', async () => {
  const email = 'asked-often@state.edu';
  await given.student({ email, institution: 'state' });
  const mailLink = (proof: { code: string; secret: string }) =>
    on.visitor.signOn.mailLink({ body: { ...proof, email } });
  const junk = { code: 'unknown', secret: 'unknown' };
  const statuses: number[] = [];
  for (let call = 0; call < 6; call++) {
    expect(await mailLink(junk)).toMatchObject(OVER);
    statuses.push((await mailLink((await on.arrive(on.person())).proof)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  ok(await on.visitor.auth.forgotPassword({ body: { email } }));
});

it('lets nobody without a code use up the mailed links of an address', async () => {
  const ada = on.person({ email_verified: false });
  const { proof } = await on.arrive(ada);
  const body = { ...proof, email: String(ada['email']), ...on.profile() };
  for (let call = 0; call < 6; call++)
    expect((await on.visitor.signOn.complete({ body: { ...body, code: 'unknown' } })).status).toBe(400);
  expect((await on.visitor.signOn.complete({ body })).status).toBe(200);
});

describe('where one campus lets only its students in, and the other is down,', () => {
  let strict: Awaited<ReturnType<typeof openSignOn>>;
  beforeAll(async () => {
    strict = await openSignOn({ affiliations: ['student@state.edu'] }, { two: { issuer: 'http://localhost:9' } });
  });
  afterAll(() => strict.stop());
  const student = () => strict.person({ eduperson_scoped_affiliation: 'student@state.edu' });

  it('ends the sessions of somebody within a day, once a sign-on shows that they are no longer a student', async () => {
    const ada = await strict.join(student());
    const me = () => strict.api.client(ada.token).users.me();
    strict.person({ ...ada, eduperson_scoped_affiliation: 'alum@state.edu' });
    expect(await strict.signOn(ada)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('does not list you as a student') },
    });
    ok(await me());
    await strict.api.aheadBy(24 * 60 * MINUTE_MS + 1000);
    expect(await me()).toMatchObject({ status: 401 });
    await strict.api.aheadBy(0);
  });

  it('says so when a sign-on begins, and when the browser comes back after its campus went down', async () => {
    expect(await strict.visitor.signOn.start({ body: { provider: 'two' } })).toMatchObject({
      status: 502,
      body: { code: 'SIGN_ON_UNAVAILABLE' },
    });
    const lines = (await strict.api.logs()).filter(
      ({ msg, provider }) => msg === 'a sign-on failed' && provider === 'two',
    );
    expect(lines).toMatchObject([{ problem: 'unavailable' }]);
    const waiting = await strict.back(student());
    await strict.campus.stop();
    const answer = await strict.trade(await strict.proof(waiting));
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('does not respond') } });
  });
});

describe('what goes wrong is said in words', () => {
  it('cancelled at the campus', async () => {
    expect(await on.signOn({})).toMatchObject({
      status: 403,
      body: { message: 'You left the log-in of State. Nothing has changed.' },
    });
  });

  inFull(() =>
    it('the campus takes longer to respond than we wait', async () => {
      const slow = await openSignOn();
      slow.campus.faults.idToken = () => new Promise(() => undefined);
      const answer = await slow.signOn(slow.person());
      expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('does not respond') } });
      await slow.stop();
    }),
  );

  it('too late: an attempt lasts ten minutes', async () => {
    const late = await on.back(on.person());
    await on.api.aheadBy(10 * MINUTE_MS + 1000);
    const proof = await on.proof(late);
    expect(proof.code).toBe('over');
    expect(await on.trade(proof)).toMatchObject({ body: { message: 'This sign-on is over. Please start again.' } });
  });
});

it('keeps an attempt until it is over, and no longer', async () => {
  await on.back(on.person());
  await on.api.db.query(`UPDATE sign_on_attempts SET expires_at = now() - interval '1 s'`);
  const going = await on.proof(await on.back(on.person()));
  await on.api.prune();
  expect(await on.api.db.query('SELECT FROM sign_on_attempts')).toHaveLength(1);
  expect(await on.trade(going)).toMatchObject({ status: 200 });
});
