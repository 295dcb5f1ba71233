import { givenIn, PASSWORD } from '../../../test/support/given.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { operatorsIn } from '../../../test/support/operators.js';
import { ok } from '../../../test/support/responses.js';
import { openSignOn } from '../../../test/support/sign-on.js';

/** What the operators of a campus decide about its sign-on. */

const DAY_MS = 24 * 60 * 60 * 1000;
const REASON = 'Our IT department asks for it.';

const on = await openSignOn();
const given = givenIn(on.api.db);
const student = await given.student({ email: 'old@state.edu' });
await given.student({ email: 'other@other.edu', institution: 'other' });
await given.student({ email: 'none@none.edu', institution: 'none' });
const operators = operatorsIn(on.api);
const desk = operators.as(await operators.operator(null));
beforeEach(() => on.api.forgetLimits());
afterEach(async () => {
  await on.api.aheadBy(0);
  await on.api.db.query('UPDATE campuses SET sign_on_required_from = NULL, relink_until = NULL');
});
afterAll(() => on.stop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const change = (rules: { requiredFrom?: string; relinkUntil?: string }, id = 'state') =>
  desk.desk.changeSignOn({
    params: { id },
    body: { reason: REASON, requiredFrom: null, relinkUntil: null, ...rules },
  });
const forgot = (email: string) => on.visitor.auth.forgotPassword({ body: { email } });
const logIn = (email: string) => on.visitor.auth.login({ body: { email, password: PASSWORD } });

it('shows the rules at the desk only where the campus has a sign-on, and changes them only there', async () => {
  const { campuses } = ok(await desk.desk.campuses({ query: {} }));
  const rules = Object.fromEntries(campuses.map(({ institution, signOn }) => [institution, signOn]));
  expect(rules).toEqual({
    none: undefined,
    other: { requiredFrom: null, relinkUntil: null },
    state: { requiredFrom: null, relinkUntil: null },
  });
  expect(await change({}, 'none')).toMatchObject({ status: 404 });
});

it('asks for a fresh code before an operator changes them', async () => {
  const stale = await operators.operator('state');
  await on.api.db.query(
    `UPDATE operator_sessions SET confirmed_at = now() - interval '11 min' WHERE operator_id = $1`,
    [stale.id],
  );
  const body = { reason: REASON, requiredFrom: inDays(8), relinkUntil: inDays(8) };
  const refused = await operators.as(stale).desk.changeSignOn({ params: { id: 'state' }, body });
  expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
});

it('ends the passwords of one campus, a week after a mail to all its students', async () => {
  expect(await change({ requiredFrom: inDays(6.9) })).toMatchObject({ status: 400 });
  ok(await change({ requiredFrom: inDays(7.1) }));
  const mail = await on.api.inbox.waitForMail(student.email, 'Your campus asks you');
  expect(mail.text).toContain('log in to SpareSwipe with your State account');
  const [line] = ok(await desk.desk.log({ query: {} })).lines;
  expect(line).toMatchObject({ action: 'change-sign-on', campus: 'state', reason: REASON });
  ok(await logIn(student.email));
  const body = { name: 'New Student', email: 'new@state.edu', phoneNumber: '+1 617 555 0100', password: PASSWORD };
  const early = { ...body, email: 'early@state.edu' };
  await on.api.aheadBy(7 * DAY_MS);
  ok(await on.visitor.auth.register({ body: early }));
  const token = tokenIn(await on.api.inbox.waitForMail(early.email, 'Verify'));
  await on.api.aheadBy(7.5 * DAY_MS);
  expect(await logIn(student.email)).toMatchObject({ status: 403, body: { code: 'SIGN_ON_REQUIRED' } });
  expect(await on.visitor.auth.login({ body: { email: student.email, password: 'Wr0ng-one' } })).toMatchObject({
    status: 401,
  });
  expect(await on.visitor.auth.verifyEmail({ params: { token } })).toMatchObject({
    status: 403,
    body: { code: 'SIGN_ON_REQUIRED' },
  });
  expect(await on.visitor.auth.register({ body })).toMatchObject({ status: 403, body: { code: 'SIGN_ON_REQUIRED' } });
  ok(await logIn('other@other.edu'));
  const [known, unknown] = [await forgot(student.email), await forgot('nobody@state.edu')];
  expect(known).toMatchObject({ status: 200, body: unknown.body });
  const { text } = await on.api.inbox.waitForMail(student.email, 'Log in with your campus account');
  expect(text).not.toContain('reset-password');
  // no new password could undo what somebody else links in an open session
  const session = await on.api.tokenOf(student);
  expect(ok(await on.api.client(session).signOn.mine())).toMatchObject({ campus: null, isLinked: false });
  expect(await on.trade(await on.proofSignedIn(session, 'link', on.person()))).toMatchObject({
    status: 403,
    body: { message: 'Please log out, then log in with State. We will email you a link.' },
  });
});

describe('a student who comes from a new provider of the campus', () => {
  /** The student signs on as somebody the campus does not know yet, and asks for a mailed link. */
  async function relink(email: string) {
    const { proof } = await on.arrive(on.person({ email }));
    ok(await on.visitor.signOn.mailLink({ body: { ...proof, email } }));
    return proof.secret;
  }
  const linkTo = async (email: string) => {
    const { text } = await on.api.inbox.waitForMail(email, 'Link your campus account');
    return /sign-on\/([\w-]+)/.exec(text)![1]!;
  };
  /** Joined when the campus had another issuer. */
  async function joinedBefore() {
    const ada = await on.join();
    await on.api.db.query(`UPDATE identities SET issuer = 'https://old.state.edu' WHERE student_id = $1`, [ada.id]);
    return ada;
  }

  it('is linked by a mail while the operators let students relink', async () => {
    const ada = await joinedBefore();
    expect(await change({ relinkUntil: inDays(61) })).toMatchObject({ status: 400 });
    ok(await change({ relinkUntil: inDays(30) }));
    const secret = await relink(ada.email);
    const { user } = ok(await on.visitor.signOn.followLink({ body: { code: await linkTo(ada.email), secret } }));
    expect(user._id).toBe(ada.id);
    expect(await on.api.db.query('SELECT issuer FROM identities WHERE student_id = $1', [ada.id])).toEqual([
      { issuer: on.campus.issuer },
    ]);
  });

  it('is linked in place of somebody who had linked their own campus account to it, and who is logged out', async () => {
    const thief = await on.join();
    ok(await change({ relinkUntil: inDays(30) }));
    const secret = await relink(thief.email);
    ok(await on.visitor.signOn.followLink({ body: { code: await linkTo(thief.email), secret } }));
    expect(ok(await on.signOn(thief))).toMatchObject({ next: 'profile' });
    expect(await on.api.client(thief.token).users.me()).toMatchObject({ status: 401 });
  });

  it('is linked by the mail only: no open session replaces a campus account', async () => {
    const ada = await joinedBefore();
    ok(await change({ relinkUntil: inDays(30) }));
    expect(await on.trade(await on.proofSignedIn(ada.token, 'link', on.person()))).toMatchObject({
      status: 403,
      body: { message: 'Your account is linked to a campus account already.' },
    });
  });

  it('is not linked after that, even by a link that was mailed before', async () => {
    const ada = await joinedBefore();
    ok(await change({ relinkUntil: inDays(30) }));
    const secret = await relink(ada.email);
    const code = await linkTo(ada.email);
    ok(await change({}));
    expect(await on.visitor.signOn.followLink({ body: { code, secret } })).toMatchObject({
      status: 403,
      body: { code: 'SIGN_ON_REFUSED' },
    });
  });
});
