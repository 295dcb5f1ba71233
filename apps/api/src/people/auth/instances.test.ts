import PQueue from 'p-queue';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn, PASSWORD, type GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { openInbox, tokenIn } from '../../../test/support/inbox.js';
import { short } from '../../../test/support/levels.js';
import { startApi, type Api } from '../../../test/support/start-api.js';

/** Processes over one database, as behind a load balancer. */
const COUNT = short(2, { full: 4 });
const [db, inbox] = [await createTestDatabase(), await openInbox()];
const instances = (await atOnce(COUNT, () => startApi({ db, inbox }))) as [Api, ...Api[]];
const given = givenIn(db);
beforeEach(() => instances[0].forgetLimits());
afterAll(async () => {
  await Promise.all(instances.map((api) => api.stop()));
  await Promise.all([inbox.close(), db.close()]);
});

/** Sends calls to the instances in turn, 40 at once: on a slow machine more would wait too long for a connection (BUSY). */
const spread = <T>(count: number, call: (api: Api) => Promise<T>) => {
  const queue = new PQueue({ concurrency: 40 });
  return queue.addAll(Array.from({ length: count }, (_, n) => () => call(instances[n % instances.length]!)));
};

describe('a limit over several instances', () => {
  it('of 5 log-ins lets 5 through, and one more only after each delay of 2, 4, 8 s … [asvs V2.4a]', async () => {
    const { email } = await given.student();
    const started = performance.now();
    const responses = await spread(40, (api) => api.client().auth.login({ body: { email, password: 'Wrong1' } }));
    const seconds = (performance.now() - started) / 1000;
    const delaysOver = Math.floor(Math.log2(seconds / 2 + 1)); // 0 on a machine that responds to all within 2 s
    const { '401 INVALID_CREDENTIALS': compared = 0, '429 TOO_MANY_REQUESTS': refused } = tally(responses);
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThanOrEqual(5 + delaysOver);
    expect(refused).toBe(40 - compared);
  });

  it('of 120 log-ins a minute lets exactly 120 through, and wrong passwords of others use up none of them [asvs V2.4c]', async () => {
    const { email } = await given.student();
    const login = (password: string, n = 0) => instances[n % COUNT]!.client().auth.login({ body: { email, password } });
    await atOnce(4, (n) => login('Wrong1', n));
    ok(await login(PASSWORD));
    await instances[0].db.query(`UPDATE rate_limits SET points = 116 WHERE key LIKE 'logins:%'`);
    const responses: Awaited<ReturnType<typeof login>>[] = [];
    for (let n = 0; n < 8; n++) responses.push(await login(PASSWORD, n));
    expect(tally(responses)).toEqual({ 200: 4, '429 TOO_MANY_REQUESTS': 4 });
    const { body, headers } = responses.at(-1)!;
    const { retryAfterSeconds } = body as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(await login('Wrong1')).toMatchObject({ status: 429 }); // no guess gets through beside it
  });

  it('of 5 registrations of a mailbox lets exactly 5 through', async () => {
    const body = { name: 'Ada', email: 'ada@state.edu', password: PASSWORD, phoneNumber: '+1 617 555 0100' };
    const responses = await spread(20, (api) => api.client().auth.register({ body }));
    expect(tally(responses)).toEqual({ 201: 5, '429 TOO_MANY_REQUESTS': 15 });
  });

  it('of mailed links to the addresses of one mailbox lets as many through as to one address, of all kinds together', async () => {
    const emails = Array.from({ length: 12 }, (_, place) => `target+${place}@state.edu`);
    const { auth } = instances[0].client();
    const ada = { name: 'Ada', password: PASSWORD, phoneNumber: '+1 617 555 0100' };
    const registered = await Promise.all(emails.map((email) => auth.register({ body: { ...ada, email } })));
    expect(tally(registered)).toEqual({ 201: 5, '429 TOO_MANY_REQUESTS': 7 });
    const resent = await Promise.all(emails.map((email) => auth.resendVerification({ body: { email } })));
    expect(tally(resent)).toEqual({ '429 TOO_MANY_REQUESTS': 12 });
    const forgotten = await Promise.all(emails.map((email) => auth.forgotPassword({ body: { email } })));
    expect(tally(forgotten)).toEqual({ '429 TOO_MANY_REQUESTS': 12 });
  });

  it('of one mail in 30 seconds lets exactly one through', async () => {
    const body = { email: 'nobody@state.edu' };
    const resent = await spread(12, (api) => api.client().auth.resendVerification({ body }));
    expect(tally(resent)).toEqual({ 200: 1, '429 TOO_MANY_REQUESTS': 11 });
    const forgotten = await spread(12, (api) => api.client().auth.forgotPassword({ body }));
    expect(tally(forgotten)).toEqual({ 200: 1, '429 TOO_MANY_REQUESTS': 11 });
  });

  it('of 120 requests an hour counts the refused ones too [asvs V2.4b]', async () => {
    const sam = await given.student({ credits: 2 });
    const token = await instances[0].tokenOf(sam);
    const body = lunch();
    const responses = await spread(140, (api) => api.client(token).requests.create({ body }));
    expect(tally(responses)).toEqual({ 201: 2, '402 INSUFFICIENT_CREDITS': 118, '429 TOO_MANY_REQUESTS': 20 });
  });

  it('counts nothing for the token of a session that ended', async () => {
    const sam = await given.student({ credits: 1 });
    const token = await instances[0].tokenOf(sam);
    const ended = ok(await instances[1]!.client().auth.login({ body: { email: sam.email, password: PASSWORD } })).token;
    ok(await instances[1]!.client(ended).sessions.end());
    const body = lunch();
    expect(tally(await spread(125, (api) => api.client(ended).requests.create({ body })))).toEqual({
      '401 UNAUTHENTICATED': 125,
    });
    // not even while they are under way
    expect(await instances[0].db.query(`SELECT FROM rate_limits WHERE key LIKE 'POST /api/requests%'`)).toEqual([]);
    expect(await instances[0].client(token).requests.create({ body })).toMatchObject({ status: 201 });
  });

  it('of 120 accepted requests and of 30 payments an hour counts the refused ones too', async () => {
    const token = await instances[0].tokenOf(await given.student());
    const requestId = '01890000-0000-7000-8000-000000000000';
    const accepts = await spread(130, (api) => api.client(token).matches.accept({ body: { requestId } }));
    expect(tally(accepts)).toEqual({ '404 NOT_FOUND': 120, '429 TOO_MANY_REQUESTS': 10 });
    const pay = (api: Api) => api.client(token).payments.createPaymentIntent({ body: { packageId: 'medium' } });
    expect(tally(await spread(40, pay))).toEqual({ '503 STRIPE_NOT_CONFIGURED': 30, '429 TOO_MANY_REQUESTS': 10 });
  });

  it('of 300 registrations an hour per address leaves room for a campus, and ends there [asvs V2.4d]', async () => {
    const call = (api: Api, n: number) => {
      const body = {
        name: 'Ada',
        email: `somebody.new.${n}@state.edu`,
        password: PASSWORD,
        phoneNumber: '+1 617 555 0100',
      };
      return api.client().auth.register({ body });
    };
    await call(instances[0], 0);
    await instances[0].db.query(`UPDATE rate_limits SET points = 296 WHERE key LIKE 'registerPerAddress%'`);
    const responses = await atOnce(8, (n) => call(instances[n % COUNT]!, n + 1));
    expect(tally(responses)).toEqual({ 201: 4, '429 TOO_MANY_REQUESTS': 4 });
  });
});

describe('a session, once ended on one instance, is refused by the others [asvs V7.2]', () => {
  const logIn = async ({ email }: GivenStudent, api: Api) =>
    ok(await api.client().auth.login({ body: { email, password: PASSWORD } })).token;
  const statuses = (token: string) =>
    Promise.all(instances.map(async (api) => (await api.client(token).users.me()).status));

  it.each<[string, (sam: GivenStudent, token: string, api: Api) => Promise<{ status: number; body: unknown }>]>([
    ['by logging out', (_sam, token, api) => api.client(token).sessions.end()],
    ['by signing out everywhere', (_sam, token, api) => api.client(token).sessions.endAll()],
    [
      'by closing the account',
      (_sam, token, api) => api.client(token).account.deactivate({ body: { password: PASSWORD } }),
    ],
    [
      'by a new password',
      async ({ email }, _token, api) => {
        ok(await api.client().auth.forgotPassword({ body: { email } }));
        const token = tokenIn(await api.inbox.waitForMail(email, 'password'));
        return api.client().auth.resetPassword({ body: { token, password: 'Brandnew1' } });
      },
    ],
  ])('%s', async (_how, end) => {
    const sam = await given.student();
    const [here, there] = [instances[1]!, instances[0]];
    const token = await logIn(sam, there);
    expect(await statuses(token)).toEqual(instances.map(() => 200));
    ok(await end(sam, token, here));
    expect(await statuses(token)).toEqual(instances.map(() => 401));
  });

  it('and no stranger ends it by guessing the password or requesting links [asvs V6.1b]', async () => {
    const sam = await given.student();
    const token = await logIn(sam, instances[0]);
    const { email } = sam;
    await spread(20, (api) => api.client().auth.login({ body: { email, password: 'Wrong1' } }));
    await spread(8, (api) => api.client().auth.forgotPassword({ body: { email } }));
    await spread(8, (api) => api.client().auth.resendVerification({ body: { email } }));
    const body = { name: 'Mallory', email, password: 'Mallory1', phoneNumber: '+1 617 555 0100' };
    await spread(4, (api) => api.client().auth.register({ body }));
    expect(await statuses(token)).toEqual(instances.map(() => 200));
  });
});
