import { randomInt, randomUUID } from 'node:crypto';
import { AUTO_COMPLETE_AFTER_HOURS, contract } from '@spareswipe/contract';
import type { AppRoute } from '@ts-rest/core';
import { isFull } from '../support/levels.js';
import { ok } from '../support/responses.js';
import { PASSWORD, type givenIn, type GivenStudent } from '../support/given.js';
import { routesOf } from '../support/routes.js';
import { openShop } from '../support/shop.js';
import type { Api } from '../support/start-api.js';
import { timePasses, undoTimePasses } from '../support/time-passes.js';
import { lunch } from '../support/lunch.js';

let api: Api;
let given: ReturnType<typeof givenIn>;
let close: () => Promise<void>;
beforeAll(async () => {
  const shop = await openShop();
  ({ api, given } = shop);
  close = shop.close;
  await api.rest(); // nothing may complete by itself
});
beforeEach(() => api.forgetLimits());
afterAll(() => close());

const allRoutes = routesOf(contract);

type Known = GivenStudent & { phoneNumber: string };
const VIEWERS = ['requester', 'fulfiller', 'third', 'nobody'] as const;
type Viewer = (typeof VIEWERS)[number];

/** A student with a unique phone number. */
async function student(): Promise<Known> {
  const made = await given.student({ credits: 5 });
  const phoneNumber = `+1${randomInt(2_000_000_000, 10_000_000_000)}`;
  await api.db.query('UPDATE students SET phone_number = $2 WHERE id = $1', [made.id, phoneNumber]);
  return { ...made, phoneNumber };
}

/** A request that was accepted through the API, or is still open. */
async function exchange({ isAccepted = true } = {}) {
  const [requester, fulfiller, third] = [await student(), await student(), await student()];
  const requestId = await given.request({ by: requester });
  if (!isAccepted) return { requester, fulfiller, third, requestId, id: randomUUID() };
  const { match } = ok(await api.as(fulfiller).matches.accept({ body: { requestId } }));
  return { requester, fulfiller, third, requestId, id: match._id };
}
type Exchange = Awaited<ReturnType<typeof exchange>>;

/** An exchange whose contact is open, after which something more happened. */
async function after(then?: (made: Exchange) => Promise<unknown>) {
  const made = await exchange();
  await undoTimePasses(api.db.pool);
  await then?.(made);
  return made;
}
const rate = (rater: Known, id: string, followedThrough: boolean) =>
  api.as(rater).ratings.rate({ params: { id }, body: { followedThrough, score: 5 } });

const states: Record<string, () => Promise<Exchange>> = {
  'before the accept': () => exchange({ isAccepted: false }),
  'while the accept can be undone': async () => {
    const made = await exchange();
    // on a busy machine all these calls may take longer than an accept can be undone
    await undoTimePasses(api.db.pool, { seconds: -600, withMails: false });
    return made;
  },
  'after it can be undone': () => after(),
  'after one side rated "Yes"': () => after(async ({ requester, id }) => ok(await rate(requester, id, true))),
  'after a release': () =>
    after(async ({ fulfiller, id }) => ok(await api.as(fulfiller).matches.release({ params: { id } }))),
  'after a "No"': () => after(async ({ fulfiller, id }) => ok(await rate(fulfiller, id, false))),
  'after the completion': () =>
    after(async ({ requester, id }) => ok(await api.as(requester).matches.complete({ params: { id } }))),
  'during a dispute': () =>
    after(async ({ requester, fulfiller, id }) => {
      ok(await api.as(fulfiller).matches.complete({ params: { id } }));
      ok(await rate(requester, id, false));
    }),
  '48 h after the deadline': () =>
    after(({ requester }) => timePasses(api.db.pool, { hours: AUTO_COMPLETE_AFTER_HOURS + 3, of: [requester.id] })),
  'after the fulfiller closed the account': () =>
    after(async ({ fulfiller }) => ok(await api.as(fulfiller).account.deactivate({ body: { password: PASSWORD } }))),
};
const OPEN = ['after it can be undone', 'after one side rated "Yes"'];
const SHOWING = ['matches.mine', 'matches.one', 'ratings.rate'];
/** In `pnpm test` every route while the contact is open, in other states those that could show it. */
const routesIn = (state: string) =>
  isFull || state === OPEN[0]
    ? allRoutes
    : allRoutes.filter(([name]) => [...SHOWING, 'requests.mine', 'requests.one'].includes(name));
const OWN_PROFILE = ['users.me', 'users.profile', 'users.updateProfile', 'account.download'];

const bodies: Record<string, (made: Exchange) => unknown> = {
  'users.updateProfile': () => ({ name: 'Ada Lovelace' }),
  'account.deactivate': () => ({ password: PASSWORD }),
  'requests.create': () => lunch(),
  'matches.accept': ({ requestId }) => ({ requestId }),
  'ratings.rate': () => ({ score: 5, followedThrough: true }),
  'payments.createPaymentIntent': () => ({ packageId: 'medium' }),
};

/** Calls the route and returns everything of the response, status line aside. */
async function call(name: string, route: AppRoute, made: Exchange, viewer: Viewer) {
  const headers: Record<string, string> = { 'idempotency-key': randomUUID() };
  // a session of its own, which the call may end
  if (viewer !== 'nobody') headers.authorization = `Bearer ${await api.token(made[viewer].id)}`;
  const body = bodies[name]?.(made);
  if (body) headers['content-type'] = 'application/json';
  const id = name.startsWith('requests.') ? made.requestId : made.id;
  const answer = await api.fetch(route.path.replace(/:\w+/, id), {
    method: route.method,
    headers,
    body: body ? JSON.stringify(body) : undefined,
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return JSON.stringify([...answer.headers]) + (await answer.text());
}

/** Whose e-mail address or phone number is in this text. */
const foundIn = (text: string, made: Exchange) =>
  VIEWERS.filter((side) => {
    if (side === 'nobody') return false;
    const { email, phoneNumber } = made[side];
    return text.includes(email) || text.includes(phoneNumber) || text.includes(phoneNumber.slice(2));
  });

/** Who may be found in the response to this viewer. */
function allowedIn(name: string, state: string, viewer: Viewer): Viewer[] {
  if (viewer === 'nobody') return [];
  if (OWN_PROFILE.includes(name)) return state.includes('closed') && viewer === 'fulfiller' ? [] : [viewer];
  const isShown = OPEN.includes(state) && SHOWING.includes(name) && viewer !== 'third';
  const isRatedTwice = name === 'ratings.rate' && state === 'after one side rated "Yes"' && viewer === 'requester';
  return isShown && !isRatedTwice ? [viewer === 'requester' ? 'fulfiller' : 'requester'] : [];
}

/** What ends or changes the exchange, or the viewer's account. */
const CHANGING = /^(account\.deactivate|requests\.cancel|matches|ratings)/;
const pairs: Exchange[] = [];

describe.each(Object.keys(states))('%s', (state) => {
  it('each route shows e-mail and phone only to the other side of the match [spec §1.6] [asvs V14.2a]', async () => {
    const shared = await states[state]!();
    pairs.push(shared);
    for (const [name, route] of routesIn(state))
      for (const viewer of VIEWERS) {
        // what it changes must not hide what the next one would show
        const isRefused = viewer === 'nobody' || (viewer === 'third' && /\/(matches|requests)\/:id/.test(route.path));
        const changes = !isRefused && route.method !== 'GET' && CHANGING.test(name);
        const made = changes ? await states[state]!() : shared;
        if (made !== shared) pairs.push(made);
        await api.forgetLimits();
        const text = await call(name, route, made, viewer);
        expect({ name, viewer, found: foundIn(text, made) }).toEqual({
          name,
          viewer,
          found: allowedIn(name, state, viewer),
        });
      }
  });
});

it('logs, stored responses and mails to others have none of it [asvs V14.2b]', async () => {
  const secrets = pairs.flatMap(({ requester, fulfiller, third }) =>
    [requester, fulfiller, third].flatMap(({ email, phoneNumber }) => [email, phoneNumber.slice(2)]),
  );
  const containsOne = (text: string) => secrets.filter((secret) => text.includes(secret));
  const stored = await api.db.query<{ body: string }>(`SELECT body::text FROM idempotency_keys WHERE body IS NOT NULL`);
  expect(stored.length).toBeGreaterThan(0);
  expect(containsOne(stored.map(({ body }) => body).join())).toEqual([]);
  const others = await api.db.query<{ about: string }>(
    `SELECT data->>'about' AS about FROM pgboss.job WHERE data->>'mail' <> 'contacts'`,
  );
  expect(containsOne(others.map(({ about }) => about).join())).toEqual([]);
  const logs = await api.logs();
  expect(logs.length).toBeGreaterThan(0);
  expect(containsOne(JSON.stringify(logs))).toEqual([]);
});

it('a retried rating no longer shows the contact that the first response had', async () => {
  const { requester, fulfiller, id } = await after();
  const headers = { 'idempotency-key': randomUUID() };
  const yes = () =>
    api.as(requester).ratings.rate({ params: { id }, body: { followedThrough: true, score: 5 }, headers });
  expect(ok(await yes()).match.contact).toEqual({ email: fulfiller.email, phoneNumber: fulfiller.phoneNumber });
  expect(ok(await yes()).match.contact).toBeNull();
});
