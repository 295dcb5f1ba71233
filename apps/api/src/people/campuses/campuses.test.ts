import { NO, YES } from '../../../test/support/exchanges.js';
import { ok } from '../../../test/support/responses.js';
import { lunch } from '../../../test/support/lunch.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given, creditsOf, rate, complete, release, accept } = await startCampus({ audited: true });

const NOTICE = 'The dining halls are closed for the break.';

/** A new campus for each test. */
let count = 0;
const newCampus = () => `campus${++count}`;

const pause = (institution: string, until: Date | null = null) =>
  api.db.query('UPDATE campuses SET paused_at = now(), pause_notice = $2, paused_until = $3 WHERE institution = $1', [
    institution,
    NOTICE,
    until,
  ]);

it('makes a campus with its first verified student, and none for an address that nobody verified', async () => {
  const [verified, unverified] = [newCampus(), newCampus()];
  await given.student({ institution: verified });
  await given.student({ institution: verified });
  await given.student({ institution: unverified, verified: false });
  const known = await api.db.query('SELECT institution FROM campuses WHERE institution = ANY ($1)', [
    [verified, unverified],
  ]);
  expect(known).toEqual([{ institution: verified }]);
});

it('shows students the pause of their campus and its rules for guest meals', async () => {
  const institution = newCampus();
  const student = await given.student({ institution });
  expect(ok(await api.as(student).campuses.mine()).campus).toEqual({
    institution,
    name: institution,
    timeZone: null,
    clock: null,
    pause: null,
    guestRules: null,
    openRequestsMax: null,
    mealsOnSale: true,
    placesOnly: false,
    paymentsOn: true,
  });
  const until = new Date(Date.now() + 86_400_000);
  await pause(institution, until);
  await api.db.query(
    `UPDATE campuses SET guest_rules = 'Bring your card.', guest_rules_url = 'https://state.edu/dining' WHERE institution = $1`,
    [institution],
  );
  expect(ok(await api.as(student).campuses.mine()).campus).toEqual({
    institution,
    name: institution,
    timeZone: null,
    clock: null,
    pause: { notice: NOTICE, until: until.toISOString() },
    guestRules: { text: 'Bring your card.', url: 'https://state.edu/dining' },
    openRequestsMax: null,
    mealsOnSale: true,
    placesOnly: false,
    paymentsOn: true,
  });
});

it('refuses new requests on a paused campus, says why and until when, and takes no credit', async () => {
  const institution = newCampus();
  const student = await given.student({ institution });
  const until = new Date(Date.now() + 86_400_000);
  await pause(institution, until);
  const refused = await api.as(student).requests.create({ body: lunch() });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'CAMPUS_PAUSED', notice: NOTICE, pausedUntil: until.toISOString() },
  });
  expect((refused.body as { message: string }).message).toContain(NOTICE);
  expect(await creditsOf(student)).toBe(2);
});

it('refuses accepts of requests of a paused campus, and accepts by its students elsewhere', async () => {
  const institution = newCampus();
  const [home, away] = [await given.student({ institution }), await given.student({ institution: newCampus() })];
  const atHome = await given.request({ by: home });
  const elsewhere = await given.request({ by: away });
  await pause(institution);
  for (const [fulfiller, requestId] of [
    [away, atHome],
    [home, elsewhere],
  ] as const) {
    const refused = await accept(fulfiller, requestId);
    expect(refused).toMatchObject({ status: 403, body: { code: 'CAMPUS_PAUSED', notice: NOTICE } });
    expect(refused.body).not.toHaveProperty('pausedUntil');
  }
});

it('lists a request of a paused campus with the pause, so the screen can bar Accept', async () => {
  const institution = newCampus();
  const [home, away] = [await given.student({ institution }), await given.student({ institution: newCampus() })];
  const id = await given.request({ by: home, location: institution });
  const shown = async () => [
    ok(await api.as(away).requests.browse({ query: { search: institution } })).requests[0]!.campusPause,
    ok(await api.as(away).requests.one({ params: { id } })).request.campusPause,
  ];
  expect(await shown()).toEqual([null, null]);
  const until = new Date(Date.now() + 86_400_000);
  await pause(institution, until);
  const expected = { notice: NOTICE, until: until.toISOString() };
  expect(await shown()).toEqual([expected, expected]);
  await pause(institution, new Date(Date.now() - 1000));
  expect(await shown()).toEqual([null, null]);
});

it('lets students of a paused campus read, complete, release, rate and cancel', async () => {
  const institution = newCampus();
  const [ruth, finn] = [await given.student({ institution, credits: 5 }), await given.student({ institution })];
  const [done, released] = [
    await given.match({ of: await given.request({ by: ruth }), by: finn }),
    await given.match({ of: await given.request({ by: ruth }), by: finn }),
  ];
  const open = await given.request({ by: ruth });
  await pause(institution);
  const results = [
    await api.as(ruth).requests.mine({ query: {} }),
    await api.as(finn).requests.browse({ query: {} }),
    await complete(finn, done.id),
    await release(finn, released.id),
    await complete(ruth, done.id),
    await rate(ruth, done.id, YES),
    await api.as(ruth).requests.cancel({ params: { id: open } }),
  ];
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409, 200, 200]);
});

it('refunds requests of a paused campus when their deadline passes', async () => {
  const institution = newCampus();
  const ruth = await given.student({ institution });
  const id = await given.request({ by: ruth });
  await pause(institution);
  await api.db.query(`UPDATE meal_requests SET deadline = now() WHERE id = $1`, [id]);
  expect(ok(await api.as(ruth).requests.mine({ query: {} })).counts.expired).toBe(1);
  expect(await creditsOf(ruth)).toBe(2);
});

it('lets students post and accept again from the end of the pause on', async () => {
  const institution = newCampus();
  const [ruth, finn] = [await given.student({ institution }), await given.student({ institution })];
  await pause(institution, new Date(Date.now() - 1000));
  const { request } = ok(await api.as(ruth).requests.create({ body: lunch() }));
  expect((await accept(finn, request._id)).status).toBe(201);
});

describe('a limit of open requests', () => {
  const allow = (institution: string, most: number) =>
    api.db.query('UPDATE campuses SET open_requests_max = $2 WHERE institution = $1', [institution, most]);
  const post = (student: { id: string }) => api.as(student).requests.create({ body: lunch() });

  it('refuses a request over the limit, names the limit, and takes no credit', async () => {
    const institution = newCampus();
    const [ruth, finn] = [
      await given.student({ institution, credits: 5 }),
      await given.student({ institution, credits: 5 }),
    ];
    await allow(institution, 2);
    const { request } = ok(await post(ruth));
    await given.match({ of: ok(await post(ruth)).request._id, by: finn });
    expect(await post(ruth)).toMatchObject({
      status: 403,
      body: {
        code: 'TOO_MANY_OPEN_REQUESTS',
        openRequestsMax: 2,
        message: 'Your campus allows 2 open requests at once. Wait for one to end, or cancel one.',
      },
    });
    expect(await creditsOf(ruth)).toBe(3);
    ok(await api.as(ruth).requests.cancel({ params: { id: request._id } }));
    expect((await post(ruth)).status).toBe(201);
    expect((await post(finn)).status).toBe(201);
  });

  it('holds when a student posts many at the same moment', async () => {
    const institution = newCampus();
    const ruth = await given.student({ institution, credits: 20 });
    await allow(institution, 3);
    const results = await Promise.all(Array.from({ length: 10 }, () => post(ruth)));
    const statuses = results.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 403)).toHaveLength(7);
    expect(await creditsOf(ruth)).toBe(17);
  });

  it('of another campus does not apply, and without one any number is allowed', async () => {
    const [strict, free] = [newCampus(), newCampus()];
    await given.student({ institution: strict });
    const ruth = await given.student({ institution: free, credits: 4 });
    await allow(strict, 1);
    const results = [await post(ruth), await post(ruth), await post(ruth), await post(ruth)];
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
});

describe('a limit of meals that one student gives', () => {
  const MONDAY = Date.parse('2031-11-17T08:00:00Z'); // 3 AM in New York
  const at = (hours: number) => new Date(MONDAY + hours * 3_600_000);
  /** A campus in New York with this limit; `give` is one more meal given by `finn`, at this deadline. */
  async function limited(limits: string) {
    const institution = newCampus();
    const finn = await given.student({ institution });
    await api.db.query(`UPDATE campuses SET time_zone = 'America/New_York', ${limits} WHERE institution = $1`, [
      institution,
    ]);
    const give = async (deadline: Date, by: { id: string } = finn) => {
      const requestId = await given.request({ by: await given.student({ institution: newCampus() }), deadline });
      return accept(by, requestId);
    };
    return { institution, finn, give };
  }

  it('in a week counts from Monday on the campus, by the time of the meal, for the whole mailbox', async () => {
    const { institution, finn, give } = await limited('meals_given_per_week = 2');
    expect((await give(at(-4))).status).toBe(201); // Sunday evening
    expect((await give(at(0))).status).toBe(201);
    const { match } = ok(await give(at(160)));
    const again = await given.student({ institution, email: finn.email.replace('@', '+2@') });
    for (const by of [finn, again])
      expect(await give(at(100), by)).toMatchObject({
        status: 403,
        body: {
          code: 'MEALS_GIVEN_LIMIT',
          message:
            'Your campus lets you give 2 meals a week, and you have given or promised as many in the week of this one.',
        },
      });
    expect((await give(at(168))).status).toBe(201); // the next Monday
    ok(await release(finn, match._id));
    expect((await give(at(100))).status).toBe(201);
  });

  it('counts a completed meal, until a dispute returns it', async () => {
    const { finn, give } = await limited('meals_given_per_week = 1');
    const { match } = ok(await give(at(0)));
    ok(await complete(finn, match._id));
    expect((await give(at(1))).status).toBe(403);
    const of = 'SELECT requester_id AS id FROM matches WHERE id = $1';
    const [ruth] = await api.db.query<{ id: string }>(of, [match._id]);
    ok(await rate(ruth!, match._id, NO));
    expect((await give(at(1))).status).toBe(403);
    await api.decide(match._id, 'requester');
    expect((await give(at(1))).status).toBe(201);
  });

  it('in a term counts from its first day on', async () => {
    const { give } = await limited(`meals_given_per_term = 1, term_begins = '2031-11-17'`);
    expect((await give(at(-4))).status).toBe(201);
    expect((await give(at(0))).status).toBe(201);
    expect(await give(at(1000))).toMatchObject({
      status: 403,
      body: {
        message: 'Your campus lets you give 1 meal a term, and you have given or promised as many this term.',
      },
    });
    expect((await give(at(-100))).status).toBe(201);
  });

  it('holds when a student accepts several at the same moment', async () => {
    const { finn, give } = await limited('meals_given_per_week = 3');
    await api.tokenOf(finn);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => give(at(50))))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 403, 403, 403]);
  });
});

it('takes requests for its own places only, if its operators want that, and takes no credit for others', async () => {
  const institution = newCampus();
  const ruth = await given.student({ institution });
  await api.db.query(
    `UPDATE campuses SET places = ARRAY['Café North', 'Lakeside'], places_only = true WHERE institution = $1`,
    [institution],
  );
  const post = (location: string) => api.as(ruth).requests.create({ body: lunch({ location }) });
  const message = 'Your campus shares meals at these places only: Café North, Lakeside';
  expect(await post('My room')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message, errors: [{ path: 'location', message }] },
  });
  expect(await creditsOf(ruth)).toBe(2);
  expect((await post('cafe north')).status).toBe(201);
  const elsewhere = await given.student({ institution: newCampus() });
  expect((await api.as(elsewhere).requests.create({ body: lunch({ location: 'My room' }) })).status).toBe(201);
  expect(ok(await api.as(ruth).campuses.mine()).campus.placesOnly).toBe(true);
});
