import { newId } from '../../platform/common/ids.js';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { PASSWORD } from '../../../test/support/given.js';
import { short } from '../../../test/support/levels.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given } = await startCampus();
beforeAll(() => api.waits({ loginRetry: 30 }));
beforeEach(() => api.forgetLimits());

const GUESSES = short(12, { full: 60 });
const [HOME, AWAY, ATTACKER] = ['203.0.113.1', '203.0.113.77', '198.51.100.9'];
const login = (email: string, from: string, password = PASSWORD, device?: string) =>
  api.client().auth.login({ body: { email, password, device }, extraHeaders: { 'x-forwarded-for': from } });
const guess = (email: string, from: string, device?: string) => login(email, from, 'Wrong1', device);
/** Logs in, as a browser does that keeps the token of its device. */
const deviceOf = async (email: string, from: string) => ok(await login(email, from)).device;
/** A student who has registered and opened the link that verifies from this network, and nothing more. */
async function verifiedAt(address: string) {
  const email = `${newId()}@state.edu`;
  const extraHeaders = { 'x-forwarded-for': address };
  const body = { name: 'New Student', email, phoneNumber: '+1 617 555 0100', password: PASSWORD };
  ok(await api.client().auth.register({ body, extraHeaders }));
  const token = tokenIn(await api.inbox.waitForMail(email, 'Verify'));
  return { email, device: ok(await api.client().auth.verifyEmail({ params: { token }, extraHeaders })).device };
}
/** A student who has set this password by a mailed link from this network. */
async function resetAt(address: string, password = PASSWORD) {
  const { email } = await given.student();
  ok(await api.client().auth.forgotPassword({ body: { email } }));
  const token = tokenIn(await api.inbox.waitForMail(email, 'password'));
  const extraHeaders = { 'x-forwarded-for': address };
  return {
    email,
    device: ok(await api.client().auth.resetPassword({ body: { token, password }, extraHeaders })).device,
  };
}
const lengthenPauses = () =>
  api.db.query(`UPDATE rate_limits SET expire = expire + 3600000 WHERE key LIKE 'loginPause:%'`);
const setPoints = (name: string, points: number) =>
  api.db.query(`UPDATE rate_limits SET points = $2 WHERE key LIKE $1 || ':%'`, [name, points]);

it('keeps nobody out of a campus network where one person guesses at many invented addresses', async () => {
  const { email } = await given.student();
  const guesses = await atOnce(GUESSES, (n) => guess(`nobody${n}@state.edu`, HOME));
  expect(tally(guesses)).toEqual({ '401 INVALID_CREDENTIALS': GUESSES });
  expect((await login(email, HOME)).status).toBe(200);
  const counted = await api.db.query(`SELECT FROM rate_limits WHERE key LIKE 'login%' AND points > 1`);
  expect(counted).toEqual([]); // so a thousand would not, either
});

it('keeps no student out while somebody guesses their password at another network', async () => {
  const { email } = await given.student();
  expect((await login(email, HOME)).status).toBe(200);
  await atOnce(12, () => guess(email, ATTACKER));
  await lengthenPauses();
  expect(tally(await atOnce(3, () => login(email, ATTACKER)))).toEqual({ '429 TOO_MANY_REQUESTS': 3 });
  expect((await login(email, HOME)).status).toBe(200);
  expect((await login(email, AWAY)).status).toBe(200);
});

describe('a device from which the student logged in', () => {
  it('is let in while somebody at the same network guesses the password [asvs V6.1b]', async () => {
    const { email } = await given.student();
    const device = await deviceOf(email, HOME);
    await atOnce(12, () => guess(email, HOME));
    await lengthenPauses();
    for (let second = 0; second < short(3, { full: 17 }); second++) {
      const [guessed, owner] = await Promise.all([guess(email, HOME), login(email, HOME, PASSWORD, device)]);
      expect([guessed.status, owner.status]).toEqual([429, 200]);
    }
    expect((await login(email, HOME)).status).toBe(429); // without the token: the pause of the network goes on
  });

  it('is let in elsewhere, too, and keeps its token', async () => {
    const { email } = await given.student();
    const device = await deviceOf(email, HOME);
    await atOnce(12, () => guess(email, AWAY));
    await lengthenPauses();
    expect(ok(await login(email, AWAY, PASSWORD, device)).device).toBe(device);
  });

  it.each([
    ['that verifies', verifiedAt],
    ['to a new password', resetAt],
  ])('is also one in which the student opened the link %s', async (_link, openedAt) => {
    const { email, device } = await openedAt(HOME);
    await atOnce(12, () => guess(email, HOME));
    await lengthenPauses();
    const withoutAndWith = [await login(email, HOME), await login(email, HOME, PASSWORD, device)];
    expect(withoutAndWith.map(({ status }) => status)).toEqual([429, 200]);
  });

  it('has its own failures and pauses, so its token helps nobody to guess', async () => {
    const { email } = await given.student();
    const device = await deviceOf(email, HOME);
    const responses = tally(await atOnce(12, () => guess(email, ATTACKER, device)));
    expect(responses).toEqual({ '401 INVALID_CREDENTIALS': 5, '429 TOO_MANY_REQUESTS': 7 });
    expect((await login(email, HOME)).status).toBe(200);
  });

  it('is not known any more after a new password, so the old one gives no extra guesses', async () => {
    const { email } = await given.student();
    const device = await deviceOf(email, ATTACKER);
    ok(await api.client().auth.forgotPassword({ body: { email } }));
    const token = tokenIn(await api.inbox.waitForMail(email, 'password'));
    ok(await api.client().auth.resetPassword({ body: { token, password: 'Another1' } }));
    await atOnce(12, () => guess(email, ATTACKER));
    await lengthenPauses();
    expect((await guess(email, ATTACKER, device)).status).toBe(429);
  });

  it('is not known by a token of another account, by its own with text appended, or by an invented one', async () => {
    const [sam, ruth] = [await given.student(), await given.student()];
    const foreign = (await deviceOf(ruth.email, ATTACKER))!;
    const own = (await deviceOf(sam.email, HOME))!;
    await atOnce(12, () => guess(sam.email, ATTACKER));
    await lengthenPauses();
    const forged = [foreign, `${foreign.split('.')[0]}.${'A'.repeat(43)}`, `${own}.1`, 'é.', ''];
    for (const device of forged) expect((await login(sam.email, ATTACKER, PASSWORD, device)).status).toBe(429);
  });
});

it.each(['logs in', 'opened the link that verifies'])(
  'slows guesses from many networks, but not where the student %s',
  async (how) => {
    const email = how === 'logs in' ? (await given.student()).email : (await verifiedAt(HOME)).email;
    if (how === 'logs in') await login(email, HOME);
    await guess(email, ATTACKER);
    await setPoints('loginFailuresPerAccount', 100);
    expect(tally([await guess(email, AWAY)])).toEqual({ '401 INVALID_CREDENTIALS': 1 });
    const refused = await guess(email, AWAY);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect(tally(await atOnce(4, () => guess(email, HOME)))).toEqual({ '401 INVALID_CREDENTIALS': 4 });
    expect((await login(email, HOME)).status).toBe(200);
  },
);
