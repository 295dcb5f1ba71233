import { randomUUID } from 'node:crypto';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';

const { api, given } = await startCampus({ audited: true });

const dinner = lunch({ mealPeriod: 'dinner', location: 'South Hall' });
const create = (student: GivenStudent, key: string, body = dinner) =>
  api.as(student).requests.create({ body, headers: { 'idempotency-key': key } });
const accept = (student: GivenStudent, key: string, requestId: string) =>
  api.as(student).matches.accept({ body: { requestId }, headers: { 'idempotency-key': key } });
const creditsOf = async (student: GivenStudent) => ok(await api.as(student).users.me()).user.credits;

it('gives a retried call the response of the first, and does its work once', async () => {
  const ruth = await given.student();
  const key = randomUUID();
  const first = await create(ruth, key);
  expect(first.status).toBe(201);
  ok(await api.as(ruth).requests.cancel({ params: { id: ok(first).request._id } }));
  const again = await create(ruth, key);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await creditsOf(ruth)).toBe(2);
});

it('makes calls with one key wait for the first of them, and gives all the same response', async () => {
  const ruth = await given.student({ credits: 5 });
  const key = randomUUID();
  const responses = await atOnce(10, () => create(ruth, key));
  expect(tally(responses)).toEqual({ 201: 10 });
  expect(new Set(responses.map((response) => JSON.stringify(response.body)))).toHaveProperty('size', 1);
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
    api.as(finn).ratings.rate({
      params: { id },
      body: { followedThrough: false },
      headers: { 'idempotency-key': rateKey },
    });
  expect(tally([await rate(), ...(await atOnce(3, rate))])).toEqual({ 200: 4 });
  expect(await api.db.query('SELECT FROM strikes WHERE match_id = $1', [id])).toHaveLength(1);
});

describe('a call that ends something', () => {
  type Answer = Promise<{ status: number; body: unknown }>;
  interface Ending {
    student: GivenStudent;
    end: (key?: string) => Answer;
    /** The same route for something else of this student. */
    endAnother: (key: string) => Answer;
    taken: string;
  }
  const keyed = (key?: string) => (key ? { 'idempotency-key': key } : {});

  /** A student, and what they can end once. */
  const endings: Record<string, () => Promise<Ending>> = {
    async 'cancelling a request'() {
      const student = await given.student();
      const [id, another] = [await given.request({ by: student }), await given.request({ by: student })];
      const cancel = (params: { id: string }, key?: string) =>
        api.as(student).requests.cancel({ params, headers: keyed(key) });
      return {
        student,
        end: (key) => cancel({ id }, key),
        endAnother: (key) => cancel({ id: another }, key),
        taken: 'REQUEST_NOT_ACTIVE',
      };
    },
    'completing a match': () => endingMatch('complete'),
    'releasing a match': () => endingMatch('release'),
  };
  async function endingMatch(how: 'complete' | 'release'): Promise<Ending> {
    const student = await given.student();
    const [{ id }, another] = [await given.match({ by: student }), await given.match({ by: student })];
    const end = (params: { id: string }, key?: string) => api.as(student).matches[how]({ params, headers: keyed(key) });
    return {
      student,
      end: (key) => end({ id }, key),
      endAnother: (key) => end({ id: another.id }, key),
      taken: 'MATCH_NOT_ACTIVE',
    };
  }
  const names = Object.keys(endings);

  it.each(names)('%s again with its key gets the first response, and is done once', async (name) => {
    const { student, end } = await endings[name]!();
    const key = randomUUID();
    const first = await end(key);
    expect(first.status).toBe(200);
    const credits = await creditsOf(student);
    const again = await end(key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await creditsOf(student)).toBe(credits);
  });

  it.each(names)('%s twice at once with one key has one effect and one response', async (name) => {
    const { student, end, taken } = await endings[name]!();
    const key = randomUUID();
    const responses = await atOnce(2, () => end(key));
    expect(tally(responses)).toEqual({ 200: 2 });
    expect(responses[1]!.body).toEqual(responses[0]!.body);
    const credits = await creditsOf(student);
    expect(await end()).toMatchObject({ status: 409, body: { code: taken } });
    expect(await creditsOf(student)).toBe(credits);
  });

  it.each(names)('%s refuses a key that was used for another one', async (name) => {
    const { end, endAnother } = await endings[name]!();
    const key = randomUUID();
    expect(await end(key)).toMatchObject({ status: 200 });
    const reused = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
    expect(await endAnother(key)).toMatchObject(reused);
    expect(await endAnother(randomUUID())).toMatchObject({ status: 200 });
  });

  it.each(names)('%s a second time without a key, or with another one, is refused as ended', async (name) => {
    const { end, taken } = await endings[name]!();
    expect(await end()).toMatchObject({ status: 200 });
    expect(await end()).toMatchObject({ status: 409, body: { code: taken } });
    expect(await end(randomUUID())).toMatchObject({ status: 409, body: { code: taken } });
  });

  it('keeps the key of completing a match apart from that of releasing it', async () => {
    const student = await given.student();
    const { id } = await given.match({ by: student });
    const headers = { 'idempotency-key': randomUUID() };
    expect(await api.as(student).matches.complete({ params: { id }, headers })).toMatchObject({ status: 200 });
    expect(await api.as(student).matches.release({ params: { id }, headers })).toMatchObject({ status: 422 });
  });
});

it('ignores spaces and the order of fields in a body, and nothing else', async () => {
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

it('repeats the first response even where the call would be refused by now', async () => {
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
