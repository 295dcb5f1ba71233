import { contract, type Access, type Failure } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { givenIn, type GivenStudent } from './given.js';
import { startApi, type Api } from './start-api.js';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();

const routes: [name: string, route: AppRoute][] = Object.entries(contract).flatMap(([feature, own]) =>
  Object.entries(own).map(([name, route]): [string, AppRoute] => [`${feature}.${name}`, route]),
);
const accessOf = ({ metadata }: AppRoute) => (metadata as { access: Access } | undefined)?.access ?? 'verified';
const named = (access: Access | 'verified') => routes.filter(([, route]) => accessOf(route) === access);

/** Bodies that get past validation, so that what answers is the access rule. */
const bodies: Record<string, () => unknown> = {
  'auth.updateProfile': () => ({ name: 'Ada Lovelace' }),
  'users.deactivate': () => ({ password: 'not the password' }),
  'requests.create': () => ({
    mealPeriod: 'lunch',
    mealDescription: 'Tacos',
    location: 'North Hall',
    deadline: inTwoHours(),
  }),
  'matches.accept': () => ({ requestId: UNKNOWN_ID }),
  'matches.rate': () => ({ score: 5, followedThrough: true }),
  'payments.createPaymentIntent': () => ({ packageId: 'medium' }),
};

describe('who may call what', () => {
  let api: Api;
  let given: ReturnType<typeof givenIn>;

  beforeAll(async () => {
    api = await startApi();
    given = givenIn(api.db);
  }, 60_000);
  afterAll(() => api.stop());

  async function call(name: string, route: AppRoute, as?: GivenStudent, id = UNKNOWN_ID) {
    const token = as && (await api.tokenOf(as));
    const body = bodies[name]?.();
    const answer = await api.fetch(route.path.replace(/:\w+/, id), {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const { code, suspendedUntil } = (await answer.json()) as Partial<Failure>;
    return { status: answer.status, code, suspendedUntil };
  }

  it.each([...named('verified'), ...named('signed-in')])('%s tells a visitor to log in', async (name, route) => {
    expect(await call(name, route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each(named('public'))('%s asks no visitor to log in', async (name, route) => {
    expect((await call(name, route)).code).not.toBe('UNAUTHENTICATED');
  });

  it.each(named('verified'))('%s asks an unverified student to verify', async (name, route) => {
    const unverified = await given.student({ verified: false });
    expect(await call(name, route, unverified)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
  });

  it.each(named('signed-in'))('%s lets an unverified student in', async (name, route) => {
    expect(await call(name, route, await given.student({ verified: false }))).toMatchObject({ status: 200 });
  });

  it.each([...named('verified'), ...named('signed-in')])('%s lets a verified student in', async (name, route) => {
    const { status, code } = await call(name, route, await given.student());
    expect(status).not.toBe(403);
    expect(code).not.toBe('UNAUTHENTICATED');
  });

  it.each([...named('verified'), ...named('signed-in')])('%s knows no deactivated student', async (name, route) => {
    const gone = await given.student();
    await api.tokenOf(gone);
    await api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [gone.id]);
    expect(await call(name, route, gone)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each(named('verified'))('%s stops a suspended student only from creating and accepting', async (name, route) => {
    const suspended = await given.student();
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await api.db.query('UPDATE students SET suspended_until = $2 WHERE id = $1', [suspended.id, until]);
    const answer = await call(name, route, suspended);
    if (['requests.create', 'matches.accept'].includes(name))
      expect(answer).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED', suspendedUntil: until });
    else expect(answer.status).not.toBe(403);
  });

  it.each(
    routes.filter(([name]) =>
      ['matches.complete', 'matches.release', 'matches.rate', 'requests.cancel'].includes(name),
    ),
  )("%s answers for another's as for what does not exist", async (name, route) => {
    const match = await given.match();
    const id = name === 'requests.cancel' ? await given.request() : match.id;
    const stranger = await given.student();
    const foreign = await call(name, route, stranger, id);
    expect(foreign).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await call(name, route, stranger)).toEqual(foreign);
  });
});
