import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiOf } from '../../../test/support/open-api.js';
import { PASSWORD, type GivenStudent } from '../../../test/support/given.js';
import { tokenIn } from '../../../test/support/inbox.js';
import { openShop } from '../../../test/support/shop.js';
import { openSignOn } from '../../../test/support/sign-on.js';
import { lunch } from '../../../test/support/lunch.js';

/** Every response of the API matches the OpenAPI document. */

let shop!: Awaited<ReturnType<typeof openShop>>;
const on = await openSignOn(
  {},
  {
    start: async (settings) => {
      shop = await openShop(settings);
      return shop.api;
    },
  },
);
const { document, operations, resolved } = await openApiOf(shop.api);
afterAll(async () => {
  await shop.close();
  await on.campus.stop();
  await on.other.stop();
});

describe('every response', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const covered = new Set<string>();

  /** Calls an operation and checks the response's status, content type and body against the document. */
  async function call(operationId: string, expected: number, { as, id, query = '', body, headers }: Call = {}) {
    const [path, method] = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.operationId === operationId ? [[path, method] as const] : [],
      ),
    )[0]!;
    const answer = await shop.api.fetch(path.replace(/\{\w+\}/, id ?? '') + query, {
      method: method.toUpperCase(),
      headers: {
        ...(as && { authorization: `Bearer ${await shop.api.tokenOf(as)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = (await answer.json()) as Record<string, unknown>;
    expect({ operationId, status: answer.status, json }).toMatchObject({ operationId, status: expected });
    covered.add(`${operationId} ${answer.status}`);
    const described = operations.find((operation) => operation.operationId === operationId)!.responses[answer.status];
    if (!described) throw new Error(`${operationId} has no response ${answer.status}`);
    const { content } = resolved(described);
    const pointer = described.$ref ?? `#/paths/${escaped(path)}/${method}/responses/${answer.status}`;
    expect(Object.keys(content!)).toEqual([answer.headers.get('content-type')!.split(';')[0]]);
    const schema = `api${pointer}/content/application~1json/schema`;
    const valid = ajv.validate({ $ref: schema }, json);
    expect({ operationId, valid, errors: ajv.errors, json }).toMatchObject({ operationId, valid: true, errors: null });
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    return json;
  }

  interface Call {
    as?: GivenStudent;
    id?: string;
    query?: string;
    body?: unknown;
    headers?: Record<string, string>;
  }
  const escaped = (path: string) =>
    path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

  const key = () => ({ 'idempotency-key': randomUUID() });
  const nobody = randomUUID();

  beforeAll(() => void ajv.addSchema(document, 'api'));

  it('keeps to the document: registering, logging in and links', async () => {
    const email = `${randomUUID()}@state.edu`;
    const ada = { name: 'Ada', email, password: PASSWORD, phoneNumber: '+1 555 010 0100' };
    await call('auth.register', 400, { body: {} });
    await call('auth.register', 201, { body: ada });
    await call('auth.login', 403, { body: { email, password: PASSWORD } });
    await call('auth.resendVerification', 200, { body: { email } });
    await call('auth.resendVerification', 429, { body: { email } });
    const link = async (subject: string) => tokenIn(await shop.api.inbox.waitForMail(email, subject));
    const token = await link('erify');
    await call('auth.verifyEmail', 400, { id: 'unknown' });
    await call('auth.verifyEmail', 200, { id: token });
    await call('auth.verifyEmail', 200, { id: token });
    await call('auth.register', 409, { body: ada });
    await call('auth.forgotPassword', 200, { body: { email } });
    await call('auth.resetPassword', 400, { body: { token: 'unknown', password: PASSWORD } });
    await call('auth.resetPassword', 200, { body: { token: await link('assword'), password: PASSWORD } });
    await call('auth.login', 401, { body: { email, password: 'Wr0ng-one' } });
    await call('auth.login', 200, { body: { email, password: PASSWORD } });
    await call('auth.login', 413, { body: { email: 'a'.repeat(17_000) } });
    await call('auth.login', 415, { body: {}, headers: { 'content-type': 'text/plain' } });
    const notMe = await link('is open');
    await call('account.notMeAccount', 400, { body: { token: 'unknown' } });
    await call('account.notMeAccount', 200, { body: { token: notMe } });
    await call('account.notMe', 400, { body: { token: 'unknown' } });
    await call('account.notMe', 200, { body: { token: notMe } });
  });

  it('keeps to the document: signing on with the campus account', async () => {
    await call('signOn.campuses', 200);
    await call('signOn.start', 400, { body: {} });
    await call('signOn.start', 404, { body: { provider: 'unknown' } });
    await call('signOn.start', 200, { body: { provider: 'one' } });
    await call('signOn.trade', 400, { body: { code: 'unknown', secret: 'unknown' } });
    await call('signOn.trade', 403, { body: await on.proof(await on.back({})) });
    const ada = on.person();
    const first = await on.back(ada);
    const { code } = await call('signOn.trade', 200, { body: await on.proof(first) });
    const body = { code, secret: first.secret, email: ada.email, ...on.profile() };
    const { user } = await call('signOn.complete', 200, { body });
    await call('signOn.trade', 200, { body: await on.proof(await on.back(ada)) });
    const as = { ...(await shop.given.student()), id: (user as { _id: string })._id };
    await call('signOn.mine', 200, { as });
    const fresh = { provider: 'one', purpose: 'confirm' };
    const { url, secret } = await call('signOn.startSignedIn', 200, { as, body: fresh });
    const proof = { secret, code: await on.callback(await on.goTo(String(url), ada)) };
    const confirmed = await call('signOn.trade', 200, { body: proof });
    await call('account.deactivateSignedOn', 400, { as, body: { code: 'unknown', secret } });
    await call('account.deactivateSignedOn', 200, { as, body: { code: confirmed['code'], secret } });

    const eve = on.person();
    await shop.given.student({ email: eve.email, institution: 'state' });
    const again = await on.back(eve);
    const next = await call('signOn.trade', 200, { body: await on.proof(again) });
    const link = { code: next['code'], secret: again.secret, email: eve.email };
    await call('signOn.mailLink', 200, { body: link });
    const { text } = await shop.api.inbox.waitForMail(String(eve.email), 'Link your campus account');
    const mailed = { code: /sign-on\/([\w-]+)/.exec(text)![1], secret: again.secret };
    await call('signOn.followLink', 400, { body: { ...mailed, secret: 'unknown' } });
    await call('signOn.followLink', 200, { body: mailed });
  });

  it('keeps to the document: the account', async () => {
    const as = await shop.given.student();
    await call('users.me', 401);
    await call('users.me', 200, { as });
    await call('users.profile', 403, { as: await shop.given.student({ verified: false }) });
    await call('users.profile', 200, { as });
    await call('users.updateProfile', 400, { as, body: { name: 'A' } });
    await call('users.updateProfile', 200, { as, body: { name: 'Ada' } });
    await call('account.stats', 200, { as });
    await call('account.download', 200, { as });
    await call('credits.history', 200, { as });
    await call('credits.history', 400, { as, query: '?page=0' });
    await call('sessions.mine', 200, { as });
    await call('account.deactivate', 401, { as, body: { password: 'Wr0ng-one' } });
    await call('account.deactivate', 200, { as, body: { password: PASSWORD } });
    await call('sessions.end', 200, { as: await shop.given.student() });
    await call('sessions.endAll', 200, { as: await shop.given.student() });
  });

  it('keeps to the document: an exchange', async () => {
    const [as, fulfiller] = [await shop.given.student(), await shop.given.student()];
    const idOf = (json: Record<string, unknown>, what: string) => (json[what] as { _id: string })._id;
    const accept = async (requestId: string) =>
      idOf(await call('matches.accept', 201, { as: fulfiller, body: { requestId } }), 'match');
    const once = key();
    await call('requests.create', 400, { as, body: lunch({ deadline: 'soon' }) });
    const { request } = await call('requests.create', 201, { as, body: lunch({ description: 'x' }), headers: once });
    const requestId = (request as { _id: string })._id;
    await call('requests.create', 422, { as, body: lunch({ location: 'South Hall' }), headers: once });
    await call('requests.browse', 200, { as, query: '?search=burrito&mealPeriod=lunch' });
    await call('requests.browse', 400, { as, query: '?urgency=none' });
    await call('requests.mine', 200, { as });
    await call('requests.places', 200, { as });
    await call('campuses.mine', 200, { as });
    await call('requests.one', 200, { as, id: requestId });
    await call('requests.one', 404, { as, id: nobody });
    await call('requests.cancel', 404, { as, id: nobody });
    await call('requests.cancel', 200, { as, id: requestId });
    await call('requests.cancel', 409, { as, id: requestId });
    await call('matches.accept', 403, { as, body: { requestId: await shop.given.request({ by: as }) } });
    await call('matches.accept', 404, { as: fulfiller, body: { requestId: nobody } });
    await call('matches.accept', 409, { as: fulfiller, body: { requestId } });
    await call('requests.create', 201, { as, body: lunch() });
    await call('requests.create', 402, { as, body: lunch() });
    const poster = await shop.given.student({ credits: 5 });
    const released = await accept(await shop.given.request({ by: poster }));
    await call('matches.release', 200, { as: fulfiller, id: released });
    await call('matches.release', 409, { as: fulfiller, id: released });
    const done = await accept(await shop.given.request({ by: poster }));
    await call('matches.mine', 200, { as: fulfiller });
    await call('matches.asked', 200, { as: poster });
    await call('matches.one', 200, { as: fulfiller, id: released });
    await call('matches.one', 404, { as: fulfiller, id: nobody });
    await call('matches.here', 404, { as, id: done });
    await call('matches.here', 409, { as: poster, id: done });
    await shop.db.query(`UPDATE meal_requests SET deadline = now() + interval '20 min' WHERE status = 'matched'`);
    await call('matches.here', 200, { as: poster, id: done });
    await call('matches.met', 404, { as, id: done });
    await call('matches.met', 200, { as: poster, id: done });
    await call('matches.complete', 404, { as, id: done });
    await call('matches.complete', 200, { as: poster, id: done });
    await call('matches.complete', 409, { as: poster, id: done });
    await call('matches.met', 409, { as: poster, id: done });
    await call('ratings.rate', 400, { as: poster, id: done, body: { followedThrough: true } });
    await call('ratings.rate', 200, {
      as: poster,
      id: done,
      body: { followedThrough: true, score: 5, comment: 'Hm.' },
    });
    await call('ratings.rate', 409, { as: poster, id: done, body: { followedThrough: true, score: 4 } });
    const why = { text: 'This is an insult.' };
    await call('ratings.concede', 409, { as: fulfiller, id: done });
    const denied = await accept(await shop.given.request({ by: poster }));
    await call('matches.complete', 200, { as: fulfiller, id: denied });
    await call('ratings.rate', 200, { as: poster, id: denied, body: { followedThrough: false } });
    await call('ratings.concede', 200, { as: fulfiller, id: denied });
    await call('ratings.report', 404, { as: fulfiller, id: done, body: why });
    await call('ratings.rate', 200, { as: fulfiller, id: done, body: { followedThrough: true, score: 5 } });
    await call('ratings.report', 400, { as: fulfiller, id: done, body: { text: 'Hm.' } });
    await call('ratings.report', 200, { as: fulfiller, id: done, body: why });
    const problem = { about: 'match', id: done, kind: 'money', text: 'They asked me for cash.' };
    await call('reports.report', 400, { as: poster, body: { ...problem, kind: 'none' } });
    await call('reports.report', 404, { as, body: problem });
    await call('reports.report', 200, { as: poster, body: problem });
    await call('reports.report', 409, { as: poster, body: problem });
    await call('matches.mine', 200, { as: poster, query: '?status=completed' });
    await call('requests.mine', 200, { as: poster, query: '?status=completed' });
    await call('credits.history', 200, { as: poster });
  });

  it('keeps to the document: what operators decide and write', async () => {
    const { requesterId, fulfillerId, id: matchId } = await shop.given.match();
    const as = { id: fulfillerId, email: '', institution: 'state' };
    const [operator, strike, announcement] = [randomUUID(), randomUUID(), randomUUID()];
    const text = 'I was there the whole time.';
    await shop.db.query(
      `INSERT INTO operators (id, email, password_hash, sealed_secret, accepted_at) VALUES ($1, 'ines@state.example', '', '', now())`,
      [operator],
    );
    await shop.db.query(`INSERT INTO strikes (id, student_id, accuser_id, match_id) VALUES ($1, $2, $3, $4)`, [
      ...[strike, fulfillerId, requesterId, matchId],
    ]);
    await shop.db.query(
      `INSERT INTO announcements (id, institution, operator_id, text) VALUES ($1, 'state', $2, 'North Hall is closed.')`,
      [announcement, operator],
    );
    await call('strikes.mine', 200, { as });
    await call('strikes.contest', 404, { as, id: nobody, body: { text } });
    await call('strikes.contest', 200, { as, id: strike, body: { text } });
    await call('strikes.contest', 409, { as, id: strike, body: { text } });
    await call('announcements.unread', 200, { as });
    await call('announcements.read', 404, { as, id: nobody });
    await call('announcements.read', 200, { as, id: announcement });
  });

  it('keeps to the document: notifications', async () => {
    const as = await shop.given.student();
    const { publicKey } = await call('push.devices', 200, { as });
    const keys = { p256dh: publicKey, auth: 'A'.repeat(22) };
    const body = { endpoint: 'https://push.example.com/1', keys, publicKey };
    await call('push.subscribe', 400, { as, body: { ...body, endpoint: 'https://10.0.0.1/1' } });
    await call('push.subscribe', 409, { as, body: { ...body, publicKey: 'B'.repeat(87) } });
    const { device } = await call('push.subscribe', 201, { as, body });
    await call('push.unsubscribe', 200, { as, id: (device as { _id: string })._id });
    await call('push.unsubscribe', 404, { as, id: nobody });
  });

  it('keeps to the document: payments', async () => {
    const as = await shop.given.student();
    await call('payments.packages', 200, { as });
    await call('payments.createPaymentIntent', 404, { as, body: { packageId: 'huge' } });
    await call('payments.createPaymentIntent', 200, { as, body: { packageId: 'small' }, headers: key() });
    shop.stripe.faults.add({ on: 'POST', kind: 'error', times: 3 });
    await call('payments.createPaymentIntent', 502, { as, body: { packageId: 'large' } });
  });

  it('keeps to the document: alerts', async () => {
    const as = await shop.given.student();
    await call('alerts.settings', 200, { as });
    await call('alerts.changeSettings', 400, { as, body: { quietHours: { from: '25:00', until: '08:00' } } });
    await call('alerts.changeSettings', 200, { as, body: { mail: true, timeZone: 'America/Chicago' } });
    await call('alerts.test', 200, { as });
    await call('alerts.opened', 200, { as, body: { requestId: nobody } });
    await call('alerts.unsubscribe', 400, { id: nobody });
    const mail = await shop.api.inbox.waitForMail(as.email, 'how an alert arrives');
    await call('alerts.unsubscribe', 200, { id: /unsubscribe\/(\S+)/.exec(mail.text)![1]! });
  });

  it('is checked for the success of every operation', () => {
    const missing = operations.filter(({ operationId, responses }) => {
      const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
      return !covered.has(`${operationId} ${success}`);
    });
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('keeps to the document: a wrong method', async () => {
    const answer = await shop.api.fetch('/api/requests', { method: 'PATCH' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBeTruthy();
    const schema = 'api#/components/responses/MethodNotAllowed/content/application~1json/schema';
    expect(ajv.validate({ $ref: schema }, await answer.json())).toBe(true);
  });
});
