import { randomUUID } from 'node:crypto';
import { atOnce, ok, tally } from '../../test/answers.js';
import { givenIn, type GivenStudent } from '../../test/given.js';
import { startApi, type Api } from '../../test/start-api.js';
import { auditLedger } from '../database/audit.js';

let api: Api;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  api = await startApi();
  given = givenIn(api.db);
}, 60_000);
afterAll(() => api.stop());
afterEach(async () => expect(await auditLedger(api.db.pool)).toEqual([]));

const dinner = {
  mealPeriod: 'dinner' as const,
  mealDescription: 'Ramen',
  location: 'South Hall',
  deadline: new Date(Date.now() + 2 * 3_600_000).toISOString(),
};
const create = (student: GivenStudent, key: string, body = dinner) =>
  api.as(student).requests.create({ body, headers: { 'idempotency-key': key } });
const accept = (student: GivenStudent, key: string, requestId: string) =>
  api.as(student).matches.accept({ body: { requestId }, headers: { 'idempotency-key': key } });
const creditsOf = async (student: GivenStudent) => ok(await api.as(student).auth.me()).user.credits;

it('answers a retried call as it answered the first, and does its work once', async () => {
  const ruth = await given.student();
  const key = randomUUID();
  const first = await create(ruth, key);
  expect(first.status).toBe(201);
  ok(await api.as(ruth).requests.cancel({ params: { id: ok(first).request._id } }));
  const again = await create(ruth, key);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await creditsOf(ruth)).toBe(2);
});

it('makes calls with one key wait for the first of them, and gives all the same answer', async () => {
  const ruth = await given.student({ credits: 5 });
  const key = randomUUID();
  const answers = await atOnce(10, () => create(ruth, key));
  expect(tally(answers)).toEqual({ 201: 10 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toHaveProperty('size', 1);
  expect(await creditsOf(ruth)).toBe(4);
});

it('accepts and rates once, however often the call is repeated', async () => {
  const finn = await given.student();
  const requestId = await given.request();
  const [acceptKey, rateKey] = [randomUUID(), randomUUID()];
  const accepted = await atOnce(3, () => accept(finn, acceptKey, requestId));
  expect(tally(accepted)).toEqual({ 201: 3 });

  const id = ok(accepted[0]!).match._id;
  const rate = () =>
    api.as(finn).matches.rate({
      params: { id },
      body: { followedThrough: false },
      headers: { 'idempotency-key': rateKey },
    });
  expect(tally([await rate(), ...(await atOnce(3, rate))])).toEqual({ 200: 4 });
  expect(await api.db.query('SELECT FROM strikes WHERE match_id = $1', [id])).toHaveLength(1);
});

it('takes spaces and the order of fields for the same body, and anything else for another', async () => {
  const ruth = await given.student();
  const key = randomUUID();
  const first = ok(await create(ruth, key));
  const shuffled = Object.fromEntries(Object.entries({ ...dinner, location: ' South Hall ' }).reverse());
  expect(await create(ruth, key, shuffled as typeof dinner)).toMatchObject({ status: 201, body: first });
  for (const body of [
    { ...dinner, location: 'North Hall' },
    { ...dinner, description: 'hot' },
  ])
    expect(await create(ruth, key, body)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await creditsOf(ruth)).toBe(1);
});

it('refuses a key that served another route', async () => {
  const ruth = await given.student();
  const key = randomUUID();
  ok(await create(ruth, key));
  expect(await accept(ruth, key, await given.request())).toMatchObject({ status: 422 });
});

it('keeps the keys of two students apart', async () => {
  const key = randomUUID();
  const [ruth, rita] = [await given.student(), await given.student()];
  const ids = [ok(await create(ruth, key)).request._id, ok(await create(rita, key)).request._id];
  expect(new Set(ids).size).toBe(2);
});

it('forgets a call that failed: the same key works once its reason is gone', async () => {
  const ruth = await given.student({ credits: 1 });
  const blocking = await given.request({ by: ruth });
  const key = randomUUID();
  expect(await create(ruth, key)).toMatchObject({ status: 402 });
  ok(await api.as(ruth).requests.cancel({ params: { id: blocking } }));
  expect(await create(ruth, key)).toMatchObject({ status: 201 });
  expect(await creditsOf(ruth)).toBe(0);
});

it('repeats the first answer even where the call alone would be refused by now', async () => {
  const ruth = await given.student();
  const key = randomUUID();
  const first = ok(await create(ruth, key));
  await api.db.query(`UPDATE students SET suspended_until = now() + interval '1 day' WHERE id = $1`, [ruth.id]);
  await api.aheadBy(2 * 3_600_000);
  expect(await create(ruth, key)).toMatchObject({ status: 201, body: first });
  await api.aheadBy(0);
});

it('asks for a UUID', async () => {
  expect(await create(await given.student(), 'once-please')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message: 'Idempotency-Key must be a UUID' },
  });
});
