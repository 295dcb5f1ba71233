import { ok } from '../../../test/support/responses.js';
import { PASSWORD, type GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { overtaken } from '../../../test/support/overtaken.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given, me, accept, release } = await startCampus({ audited: true });
beforeAll(() => api.rest()); // no sweep runs: reading is what settles a student's requests

const PASSED = `UPDATE meal_requests SET deadline = now() - interval '1 second' WHERE id = $1`;
const pass = (id: string) => api.db.query(PASSED, [id]);
/** A student whose only meal is in a request that nobody fulfilled. */
async function overdue() {
  const ruth = await given.student({ credits: 1 });
  const id = await given.request({ by: ruth, mealDescription: 'Forgotten soup' });
  await pass(id);
  return { ruth, id };
}
const mine = async (student: GivenStudent) => ok(await api.as(student).requests.mine({ query: {} }));

describe('a student whose request is past its deadline, before any sweep', () => {
  it.each<[string, (student: GivenStudent) => Promise<unknown>, object]>([
    ['their requests', mine, { requests: [{ status: 'expired' }], counts: { expired: 1, active: 0 } }],
    ['their credits', me, { credits: 1 }],
    ['their profile', async (student) => ok(await api.as(student).users.profile()), { data: { user: { credits: 1 } } }],
    [
      'their activity',
      async (student) => ok(await api.as(student).account.stats()),
      { stats: { requests: { active: 0, total: 1 } } },
    ],
    [
      'their history',
      async (student) => ok(await api.as(student).credits.history({ query: {} })),
      { entries: [{ kind: 'release', amount: 1, balance: 1 }, { kind: 'hold' }, { kind: 'grant' }] },
    ],
  ])('sees it refunded in %s, and everywhere else at the same moment', async (_, read, refunded) => {
    const { ruth, id } = await overdue();
    expect(await read(ruth)).toMatchObject(refunded);
    const [row] = await api.db.query('SELECT status FROM meal_requests WHERE id = $1', [id]);
    expect(row).toEqual({ status: 'expired' });
    expect(await mine(ruth)).toMatchObject({ requests: [{ _id: id, status: 'expired' }], counts: { expired: 1 } });
    expect(await me(ruth)).toMatchObject({ credits: 1 });
    expect((await api.inbox.waitForMail(ruth.email, 'refunded')).text).toContain('Forgotten soup');
  });

  it('has the refunded meal when logging in', async () => {
    const { ruth } = await overdue();
    const { user, token } = ok(await api.client().auth.login({ body: { email: ruth.email, password: PASSWORD } }));
    expect(user).toMatchObject({ credits: 1 });
    expect(ok(await api.client(token).users.me()).user).toEqual(user);
  });

  it('can spend the meal at once', async () => {
    const { ruth } = await overdue();
    expect(await api.as(ruth).requests.create({ body: lunch() })).toMatchObject({
      status: 201,
      body: { creditsRemaining: 0 },
    });
    expect((await mine(ruth)).counts).toMatchObject({ active: 1, expired: 1 });
  });

  it('is refunded once, with one mail, however many calls come at once', async () => {
    const { ruth } = await overdue();
    const calls = await Promise.all(Array.from({ length: 20 }, () => me(ruth)));
    expect(calls.map(({ credits }) => credits)).toEqual(Array(20).fill(1));
    await api.inbox.waitForMail(ruth.email, 'refunded');
    const jobs = `SELECT FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' = $1`;
    expect(await api.db.query(jobs, [ruth.email])).toHaveLength(1);
  });
});

describe('another student', () => {
  it('reads a request as expired once its meal is back, and never finds it on offer before', async () => {
    const [ruth, finn] = [await given.student(), await given.student()];
    const { id, requestId } = await given.match({ of: await given.request({ by: ruth }), by: finn });
    ok(await release(finn, id));
    await pass(requestId);
    const shown = async () => ok(await api.as(finn).matches.mine({ query: {} })).matches[0]?.request.status;
    expect(await shown()).toBe('active');
    const { requests } = ok(await api.as(finn).requests.browse({ query: { limit: 50 } }));
    expect(requests.map(({ _id }) => _id)).not.toContain(requestId);
    expect(await me(ruth)).toMatchObject({ credits: 2 });
    expect(await shown()).toBe('expired');
  });
});

describe('settling races', () => {
  const settled = { requests: [{ status: 'expired' }], counts: { expired: 1, active: 0 } };

  it('waits for a sweep that is refunding the same request, and refunds it once', async () => {
    const { ruth, id } = await overdue();
    const sweep = `WITH swept AS (UPDATE meal_requests SET status = 'expired' WHERE id = $1 RETURNING id)
                   SELECT ledger.release_credit(id) FROM swept`;
    expect(await overtaken(api.db, [sweep, [id]], () => mine(ruth))).toMatchObject(settled);
    expect(await me(ruth)).toMatchObject({ credits: 1 });
  });

  it('leaves a request to the student who accepted it in time', async () => {
    const { ruth, id } = await overdue();
    const finn = await given.student();
    const accept = `WITH taken AS (UPDATE meal_requests SET status = 'matched' WHERE id = $1 RETURNING *)
                    INSERT INTO matches (id, request_id, requester_id, fulfiller_id)
                    SELECT gen_random_uuid(), id, requester_id, $2 FROM taken`;
    const read = await overtaken(api.db, [accept, [id, finn.id]], () => mine(ruth));
    expect(read).toMatchObject({ requests: [{ status: 'matched' }], counts: { matched: 1, expired: 0 } });
    expect(await me(ruth)).toMatchObject({ credits: 0 });
  });

  it('leaves a request that was cancelled in time cancelled', async () => {
    const { ruth, id } = await overdue();
    const cancel = `WITH ended AS (UPDATE meal_requests SET status = 'cancelled' WHERE id = $1 RETURNING id)
                    SELECT ledger.release_credit(id) FROM ended`;
    const read = await overtaken(api.db, [cancel, [id]], () => mine(ruth));
    expect(read).toMatchObject({ requests: [{ status: 'cancelled' }], counts: { cancelled: 1, expired: 0 } });
    expect(await me(ruth)).toMatchObject({ credits: 1 });
  });
});

it('lets students in whose request cannot be refunded, and shows it as active until it is', async () => {
  const { ruth, id } = await overdue();
  await api.db.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
    CREATE TRIGGER refuse_one BEFORE UPDATE ON meal_requests FOR EACH ROW
      WHEN (NEW.id = '${id}' AND NEW.status = 'expired') EXECUTE FUNCTION refuse_one()`);
  expect(await mine(ruth)).toMatchObject({ requests: [{ _id: id, status: 'active' }], counts: { active: 1 } });
  expect(await me(ruth)).toMatchObject({ credits: 0 });
  await api.db.query('DROP FUNCTION refuse_one CASCADE');
});

it('responds quickly that it is busy while another transaction locks the request', async () => {
  const { ruth, id } = await overdue();
  const other = await api.db.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM meal_requests WHERE id = $1 FOR UPDATE', [id]);
  const before = Date.now();
  const calls = await Promise.all(Array.from({ length: 5 }, () => api.as(ruth).users.me()));
  expect(calls).toMatchObject(Array(5).fill({ status: 503, body: { code: 'BUSY', retryAfterSeconds: 1 } }));
  expect(Date.now() - before).toBeLessThan(8000);
  await other.query('ROLLBACK');
  other.release();
  expect(await me(ruth)).toMatchObject({ credits: 1 });
});

/** The round trips of the call alone: in some of the five calls the scheduler asks something too. */
async function fewestRoundTrips(
  proxy: Awaited<ReturnType<typeof openProxy>>,
  call: () => Promise<{ status: number; body: unknown }>,
): Promise<number> {
  const counts: number[] = [];
  for (let times = 0; times < 5; times++) {
    const before = proxy.roundTrips();
    ok(await call());
    counts.push(proxy.roundTrips() - before);
  }
  return Math.min(...counts);
}

describe('with a further process, which sweeps', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let further: Api;
  beforeAll(async () => {
    proxy = await openProxy(api.db.url);
    further = await startApi({ db: { ...api.db, url: proxy.url }, inbox: api.inbox });
  });
  afterAll(async () => {
    await further.stop();
    await proxy.close();
  });

  it('leaves every request either refunded once or matched, when it is accepted and cancelled at once', async () => {
    const ruth = await given.student({ credits: 12 });
    const finn = await given.student();
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) ids.push(await given.request({ by: ruth }));
    const responses = await Promise.all(
      ids.flatMap((id) => [
        pass(id).then(() => api.as(ruth).requests.mine({ query: {} })),
        accept(finn, id),
        further.as(ruth).requests.cancel({ params: { id } }),
        further.as(ruth).requests.mine({ query: {} }),
      ]),
    );
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const { counts } = await mine(ruth);
    expect(counts.active).toBe(0);
    expect(counts.matched + counts.expired + counts.cancelled).toBe(12);
    expect((await me(ruth)).credits).toBe(counts.expired + counts.cancelled);
  });

  describe('and rests', () => {
    beforeAll(() => further.rest());

    it('posts a request in three round trips, its waves of alerts included, and cancels it in two', async () => {
      const ruth = await given.student({ credits: 9 });
      ok(await further.as(ruth).requests.create({ body: lunch() }));
      expect(await fewestRoundTrips(proxy, () => further.as(ruth).requests.create({ body: lunch() }))).toBe(3);
      const cancel = async () =>
        further.as(ruth).requests.cancel({ params: { id: await given.request({ by: ruth }) } });
      expect(await fewestRoundTrips(proxy, cancel)).toBe(2);
    });

    it('needs no further query when nothing is overdue', async () => {
      const ruth = await given.student();
      await given.request({ by: ruth });
      ok(await further.as(ruth).users.me());
      expect(await fewestRoundTrips(proxy, () => further.as(ruth).users.me())).toBe(1);
    });
  });
});
