import { contract, type Failure, type PushDevice } from '@spareswipe/contract';
import { deskContract } from '@spareswipe/contract/desk';
import type { AppRoute } from '@ts-rest/core';
import type { GivenStudent } from '../support/given.js';
import { operatorsIn } from '../support/operators.js';
import { PUBLIC_KEY } from '../support/phones.js';
import { accessOf, routesOf } from '../support/routes.js';
import { openShop } from '../support/shop.js';
import { lunch } from '../support/lunch.js';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

const routes = routesOf(contract);
const named = (access: ReturnType<typeof accessOf>) => routes.filter(([, route]) => accessOf(route) === access);

/** Bodies that pass validation, so that the access rule decides the response. */
const bodies: Record<string, () => unknown> = {
  'users.updateProfile': () => ({ name: 'Ada Lovelace' }),
  'account.deactivate': () => ({ password: 'not the password' }),
  'account.deactivateSignedOn': () => ({ code: 'unknown', secret: 'unknown' }),
  'signOn.startSignedIn': () => ({ provider: 'state', purpose: 'link' }),
  'requests.create': () => lunch(),
  'matches.accept': () => ({ requestId: UNKNOWN_ID }),
  'ratings.rate': () => ({ score: 5, followedThrough: true }),
  'ratings.report': () => ({ text: 'This is not about our meal.' }),
  'reports.report': () => ({ about: 'match', id: UNKNOWN_ID, kind: 'other', text: 'Something is not right here.' }),
  'strikes.contest': () => ({ text: 'I was there the whole time.' }),
  'alerts.changeSettings': () => ({ mail: true }),
  'alerts.opened': () => ({ requestId: UNKNOWN_ID }),
  'payments.createPaymentIntent': () => ({ packageId: 'medium' }),
};

/** A browser that gets the student's notifications. Returns its id. */
async function givenDevice(student: GivenStudent): Promise<string> {
  const keys = { p256dh: PUBLIC_KEY, auth: 'A'.repeat(22) };
  const body = { endpoint: `https://push.example.com/${student.id}`, keys, publicKey: PUBLIC_KEY };
  const { body: subscribed } = await api.as(student).push.subscribe({ body });
  return (subscribed as { device: PushDevice }).device._id;
}

const { api, given, close } = await openShop();
afterAll(close);

describe('who may call which route', () => {
  const call = async (name: string, route: AppRoute, as?: GivenStudent, id = UNKNOWN_ID) =>
    callWith(as && (await api.tokenOf(as)), name, route, id);

  async function callWith(token: string | undefined, name: string, route: AppRoute, id = UNKNOWN_ID) {
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

  // what is refused changes nobody
  let unverified: GivenStudent;
  let gone: GivenStudent;
  beforeAll(async () => {
    unverified = await given.student({ verified: false });
    gone = await given.student();
    await api.tokenOf(gone);
    await api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [gone.id]);
  });

  it.each([...named('verified'), ...named('signed-in')])(
    '%s tells a visitor to log in [asvs V8.2a]',
    async (name, route) => {
      expect(await call(name, route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    },
  );

  it.each(named('public'))('%s treats everybody as a visitor, whatever token they send', async (name, route) => {
    const asVisitor = await call(name, route);
    // these calls have no body, and no campus has a sign-on; the test only checks that nobody is asked to log in
    expect(asVisitor.status).toBe(name === 'signOn.campuses' ? 404 : 400);
    const suspended = await given.student();
    await suspend(suspended);
    const callers = [await given.student(), unverified, suspended, gone];
    for (const caller of callers) expect(await call(name, route, caller)).toEqual(asVisitor);
  });

  it.each(['/api/health/live', '/api/health/ready', '/api/metrics', '/api/docs', '/api/openapi.json'])(
    '%s is open to everybody',
    async (path) => {
      expect((await api.fetch(path)).status).toBe(200);
    },
  );

  it('the payment webhook needs a signature instead of a log-in', async () => {
    const answer = await api.fetch('/api/payments/webhook', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await api.tokenOf(await given.student())}`,
      },
      body: '{}',
    });
    expect(((await answer.json()) as Failure).code).toBe('BAD_SIGNATURE');
  });

  it.each(named('verified'))('%s asks an unverified student to verify [spec §6.2]', async (name, route) => {
    expect(await call(name, route, unverified)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
  });

  it.each(named('signed-in'))('%s lets an unverified student in', async (name, route) => {
    expect(await call(name, route, await given.student({ verified: false }))).toMatchObject({ status: 200 });
  });

  it.each([...named('verified'), ...named('signed-in')])(
    '%s lets a verified student in [spec §6.3]',
    async (name, route) => {
      const { status, code } = await call(name, route, await given.student());
      expect(status).not.toBe(403);
      expect(code).not.toBe('UNAUTHENTICATED');
    },
  );

  it.each([...named('verified'), ...named('signed-in')])(
    '%s knows no deactivated student [asvs V8.3]',
    async (name, route) => {
      expect(await call(name, route, gone)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    },
  );

  it.each([...named('verified'), ...named('signed-in')])(
    '%s stops a suspended student only from creating and accepting [spec §6.6]',
    async (name, route) => {
      const suspended = await given.student();
      const suspendedUntil = await suspend(suspended);
      const answer = await call(name, route, suspended);
      if (['requests.create', 'matches.accept'].includes(name))
        expect(answer).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED', suspendedUntil });
      else expect(['UNAUTHENTICATED', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED']).not.toContain(answer.code);
    },
  );

  /** Each of two students tries every call with the ids of the other. */
  it("responds to another student's ids as to unknown ones [asvs V8.2b]", async () => {
    const students = await Promise.all([1, 2].map(() => given.student({ credits: 5 })));
    const owned = await Promise.all(
      students.map(async (by) => ({
        owner: by,
        requests: [await given.request({ by }), await given.cancelled({ by })],
        'requests that are over': [await given.cancelled({ by })],
        matches: [
          await given.match({ by }),
          await given.completed({ by }),
          await given.match({ of: await given.request({ by }) }),
        ].map(({ id }) => id),
        devices: [await givenDevice(by)],
        strikes: [await givenStrike(by)],
        'announcements of another campus': [await givenAnnouncement()],
      })),
    );
    const foreignTo: Record<string, keyof Omit<(typeof owned)[number], 'owner'>> = {
      'requests.one': 'requests that are over',
      'requests.cancel': 'requests',
      'matches.one': 'matches',
      'matches.complete': 'matches',
      'matches.release': 'matches',
      'matches.here': 'matches',
      'matches.met': 'matches',
      'ratings.rate': 'matches',
      'ratings.concede': 'matches',
      'ratings.report': 'matches',
      'strikes.contest': 'strikes',
      'announcements.read': 'announcements of another campus',
      'push.unsubscribe': 'devices',
    };
    expect(routes.filter(([, { path }]) => path.includes(':id')).map(([name]) => name)).toEqual(
      expect.arrayContaining(Object.keys(foreignTo)),
    );
    for (const [name, route] of routes.filter(([, { path }]) => path.includes(':id')))
      for (const { owner, ...things } of owned)
        for (const stranger of students.filter(({ id }) => id !== owner.id)) {
          const unknown = await call(name, route, stranger);
          expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' });
          for (const id of things[foreignTo[name]!])
            expect({ name, answer: await call(name, route, stranger, id) }).toEqual({ name, answer: unknown });
        }
  }, 180_000);

  it("shows a student nothing of another's but open requests, and of their owners never how to reach them [asvs V8.2c]", async () => {
    const [ada, mallory] = [await given.student({ name: 'Ada Private' }), await given.student()];
    await given.request({ by: ada, mealDescription: 'On offer' });
    await given.cancelled({ by: ada, mealDescription: 'Taken back' });
    await given.match({ by: ada, of: await given.request({ mealDescription: 'Promised' }) });
    for (const [name, route] of routes.filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))) {
      const answer = await api.fetch(route.path, {
        headers: { authorization: `Bearer ${await api.tokenOf(mallory)}` },
      });
      const text = await answer.text();
      const seen = [ada.email, '555 010 0100', 'Ada Private', 'On offer', 'Taken back', 'Promised'].filter((word) =>
        text.includes(word),
      );
      const offered = name === 'requests.browse' ? ['Ada Private', 'On offer'] : [];
      const own = ['users.me', 'users.profile', 'account.download'].includes(name) ? ['555 010 0100'] : []; // everybody's here is the same
      expect({ name, seen: seen.sort() }).toEqual({ name, seen: [...offered, ...own].sort() });
    }
  });

  describe('at the desk', () => {
    const forOperators = routesOf(deskContract).filter(([, route]) => accessOf(route) === 'operator');
    let tokens: Record<'A' | 'B' | 'platform', string>;
    let callers: (GivenStudent | undefined)[];

    beforeAll(async () => {
      const { operator } = operatorsIn(api);
      for (const institution of ['campus a', 'campus b']) await given.student({ institution });
      const [a, b, platform] = [await operator('campus a'), await operator('campus b'), await operator(null)];
      callers = [undefined, await given.student(), unverified, await given.student({ institution: 'campus a' })];
      tokens = { A: a.token, B: b.token, platform: platform.token };
    });

    it.each(forOperators)('%s is for operators only: no visitor, and no student in any state', async (name, route) => {
      for (const caller of callers)
        expect(await call(name, route, caller)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    });

    it.each(forOperators.filter(([name]) => name !== 'operators.logout'))(
      '%s lets every operator in',
      async (name, route) => {
        for (const token of Object.values(tokens)) {
          const { code } = await callWith(token, name, route);
          expect(['UNAUTHENTICATED', 'EMAIL_NOT_VERIFIED', 'CONFIRMATION_REQUIRED']).not.toContain(code);
        }
      },
    );

    it.each([...named('verified'), ...named('signed-in')])('%s takes no token of an operator', async (name, route) => {
      for (const token of Object.values(tokens))
        expect(await callWith(token, name, route)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    });
  });

  /** A strike of the student, for an exchange of somebody else's. */
  async function givenStrike({ id }: GivenStudent): Promise<string> {
    const match = await given.match();
    const [strike] = await api.db.query<{ id: string }>(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
      [id, match.requesterId, match.id],
    );
    return strike!.id;
  }

  async function givenAnnouncement(): Promise<string> {
    await given.student({ institution: 'campus c' });
    const [announcement] = await api.db.query<{ id: string }>(
      `WITH operator AS (INSERT INTO operators (id, email, sealed_secret) VALUES (gen_random_uuid(), gen_random_uuid(), '') RETURNING id)
       INSERT INTO announcements (id, institution, operator_id, text)
       SELECT gen_random_uuid(), 'campus c', id, 'North Hall is closed.' FROM operator RETURNING id`,
    );
    return announcement!.id;
  }

  async function suspend({ id }: GivenStudent): Promise<string> {
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await api.db.query('UPDATE students SET suspended_until = $2 WHERE id = $1', [id, until]);
    return until;
  }
});
