import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { lunch } from '../../../test/support/lunch.js';
import { until } from '../../../test/support/until.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const { api, given, creditsOf } = await startCampus();

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const ids = (requests: { _id: string }[]) => requests.map(({ _id }) => _id);

describe('posting a request', () => {
  it('takes one meal and returns the request as its owner sees it [spec §3.1]', async () => {
    const ruth = await given.student({ name: 'Ruth', institution: 'tech' });
    const body = lunch({ description: '  no onions ', urgency: 'high', isFlexible: false });
    const created = ok(await api.as(ruth).requests.create({ body }));
    expect(created).toMatchObject({
      creditsRemaining: 1,
      request: {
        ...body,
        description: 'no onions',
        status: 'active',
        isOwn: true,
        requester: { name: 'Ruth', institution: 'tech' },
        match: null,
      },
    });
    expect(ok(await api.as(ruth).requests.mine({ query: {} })).requests).toEqual([created.request]);
  });

  it('refuses without a meal, and writes nothing [spec §5.12]', async () => {
    const poor = await given.student({ credits: 0 });
    expect(await api.as(poor).requests.create({ body: lunch() })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_CREDITS', message: expect.stringContaining('Insufficient meals!') },
    });
    expect(ok(await api.as(poor).requests.mine({ query: {} })).counts.all).toBe(0);
  });

  it('spends two meals exactly twice when twenty requests are posted at once', async () => {
    const ruth = await given.student({ credits: 2 });
    const responses = await atOnce(20, () => api.as(ruth).requests.create({ body: lunch() }));
    expect(tally(responses)).toEqual({ 201: 2, '402 INSUFFICIENT_CREDITS': 18 });
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('spends one meal once when fifty requests are posted at once', async () => {
    const ruth = await given.student({ credits: 1 });
    const responses = await atOnce(50, () => api.as(ruth).requests.create({ body: lunch() }));
    expect(tally(responses)).toEqual({ 201: 1, '402 INSUFFICIENT_CREDITS': 49 });
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it.each([
    [29.9, 'Deadline must be at least 30 minutes from now'],
    [-60, 'Deadline must be at least 30 minutes from now'],
    [8 * 24 * 60 + 0.1, 'Deadline cannot be more than 7 days from now'],
  ])('refuses a deadline %d minutes ahead: %s [spec §5.10]', async (minutes, message) => {
    const ruth = await given.student();
    expect(
      await api.as(ruth).requests.create({ body: lunch({ deadline: inMinutes(minutes).toISOString() }) }),
    ).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message, errors: [{ path: 'deadline', message }] },
    });
    expect(await creditsOf(ruth)).toBe(2);
  });

  it.each([
    ['+23:00', 23],
    ['-20:30', -20.5],
    ['.' + '0'.repeat(200) + 'Z', 0],
  ])('takes a deadline however its time is written: %s', async (ending, hours) => {
    const at = new Date(Math.ceil(inMinutes(90).getTime() / 1000) * 1000);
    const local = new Date(at.getTime() + hours * 3_600_000).toISOString().replace('.000Z', '');
    const { request } = ok(
      await api.as(await given.student()).requests.create({ body: lunch({ deadline: local + ending }) }),
    );
    expect(request.deadline).toBe(at.toISOString());
  });

  it.each([
    ['mealPeriod', undefined, 'Meal period is required'],
    ['mealPeriod', 'brunch', 'Meal period is required'],
    ['mealDescription', '   ', 'Please specify what food you want'],
    ['mealDescription', 'x'.repeat(151), 'Food description cannot be more than 150 characters'],
    ['location', undefined, 'Store is required'],
    ['location', 'x'.repeat(101), 'Store name cannot be more than 100 characters'],
    ['description', 'x'.repeat(501), 'Description cannot be more than 500 characters'],
    ['deadline', undefined, 'Date is required'],
    ['deadline', 'tomorrow', 'Date is required'],
  ])('says what is wrong with %s = %j', async (path, value, message) => {
    const ruth = await given.student();
    const response = await api.fetch('/api/requests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await api.tokenOf(ruth)}` },
      body: JSON.stringify({ ...lunch(), [path]: value }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      success: false,
      code: 'VALIDATION_FAILED',
      message,
      errors: [{ path, message }],
    });
  });
});

describe('browsing', () => {
  it('shows the own campus first, then the soonest deadline, and says which requests are the reader’s', async () => {
    const reader = await given.student({ institution: 'browse one' });
    const neighbour = await given.student({ institution: 'browse one', name: 'Nell' });
    const stranger = await given.student({ institution: 'browse two' });
    const far = await given.request({ by: stranger, deadline: inMinutes(40), location: 'Browse Hall' });
    const late = await given.request({ by: neighbour, deadline: inMinutes(90), location: 'Browse Hall' });
    const own = await given.request({ by: reader, deadline: inMinutes(60), location: 'Browse Hall' });

    const all = ok(await api.as(reader).requests.browse({ query: { search: 'browse hall' } }));
    expect(ids(all.requests)).toEqual([own, late, far]);
    expect(all.requests.map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
    expect(all.pagination).toEqual({ current: 1, pages: 1, total: 3, hasPrev: false, hasNext: false });

    const here = ok(await api.as(reader).requests.browse({ query: { search: 'Browse Hall', campus: 'mine' } }));
    expect(ids(here.requests)).toEqual([own, late]);
    expect(JSON.stringify(all)).not.toMatch(/@|\+1/);
  });

  it('hides a request whose deadline has passed, swept or not [spec §2.32]', async () => {
    const reader = await given.student();
    const overdue = await given.request({ location: 'Overdue Diner' });
    const client = await api.db.pool.connect();
    try {
      // Holding the row keeps the sweep away from it.
      await client.query('BEGIN');
      await client.query(`UPDATE meal_requests SET deadline = now() - interval '1 second' WHERE id = $1`, [overdue]);
      await client.query('COMMIT; BEGIN');
      await client.query('SELECT FROM meal_requests WHERE id = $1 FOR UPDATE', [overdue]);
      const found = ok(await api.as(reader).requests.browse({ query: { search: 'overdue diner' } }));
      expect(found).toMatchObject({ requests: [], pagination: { total: 0, pages: 0 } });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('finds any part of food, store and details in any case, and treats wildcards as plain characters', async () => {
    const reader = await given.student();
    const percent = await given.request({ mealDescription: 'Searchable 100% Beef' });
    const under = await given.request({ location: 'searchable_place' });
    const backslash = await given.request({ description: 'a SEARCHABLE\\path' });
    const found = async (search: string) =>
      ids(ok(await api.as(reader).requests.browse({ query: { search } })).requests);

    expect((await found('searchable')).sort()).toEqual([percent, under, backslash].sort());
    expect(await found('100%')).toEqual([percent]);
    expect(await found('e_p')).toEqual([under]);
    expect(await found('e\\P')).toEqual([backslash]);
    expect(await found('%earchable%')).toEqual([]);
  });

  it('filters by meal period and urgency together, and pages through what is left [spec §2.31]', async () => {
    const reader = await given.student();
    const asked = { location: 'Filter Cafe', mealPeriod: 'breakfast', urgency: 'high' };
    const wanted: string[] = [];
    for (let minute = 60; minute < 65; minute++)
      wanted.push(await given.request({ ...asked, deadline: inMinutes(minute) }));
    await given.request({ ...asked, urgency: 'low' });
    await given.request({ ...asked, mealPeriod: 'dinner' });
    const filter = { mealPeriod: 'breakfast' as const, urgency: 'high' as const, search: 'filter cafe', limit: 2 };
    const pageOf = async (page: number) => ok(await api.as(reader).requests.browse({ query: { ...filter, page } }));

    const [first, second, third, beyond] = [await pageOf(1), await pageOf(2), await pageOf(3), await pageOf(4)];
    expect([first, second, third, beyond].flatMap(({ requests }) => ids(requests))).toEqual(wanted);
    expect(first.pagination).toEqual({ current: 1, pages: 3, total: 5, hasPrev: false, hasNext: true });
    expect(third.pagination).toEqual({ current: 3, pages: 3, total: 5, hasPrev: true, hasNext: false });
    expect(beyond.pagination).toEqual({ current: 4, pages: 3, total: 5, hasPrev: true, hasNext: false });
  });
});

describe('my requests', () => {
  it('lists the newest first with the counts of every tab', async () => {
    const ruth = await given.student({ credits: 6 });
    const active = await given.request({ by: ruth });
    const cancelled = await given.cancelled({ by: ruth });
    const matched = await given.match({
      of: await given.request({ by: ruth }),
      by: await given.student({ name: 'Finn' }),
    });
    const completed = await given.completed({ of: await given.request({ by: ruth }) });

    const all = ok(await api.as(ruth).requests.mine({ query: {} }));
    expect(ids(all.requests)).toEqual([completed.requestId, matched.requestId, cancelled, active]);
    expect(all.counts).toEqual({ all: 4, active: 1, matched: 1, completed: 1, cancelled: 1, expired: 0 });
    expect(all.requests[1]!.match).toEqual({
      _id: matched.id,
      status: 'accepted',
      dispute: null,
      said: { requester: false, fulfiller: false },
      noCountsUntil: expect.any(String),
      fulfiller: { name: 'Finn' },
      rating: { requesterRating: null, fulfillerRating: null },
    });

    const one = ok(await api.as(ruth).requests.mine({ query: { status: 'cancelled', limit: 5 } }));
    expect(ids(one.requests)).toEqual([cancelled]);
    expect(one).toMatchObject({ counts: all.counts, pagination: { total: 1, pages: 1 } });
  });

  it('is an empty list with all counts at 0 for a student who never asked', async () => {
    const nobody = await given.student();
    expect(ok(await api.as(nobody).requests.mine({ query: { status: 'active' } }))).toMatchObject({
      requests: [],
      pagination: { current: 1, pages: 0, total: 0, hasPrev: false, hasNext: false },
      counts: { all: 0, active: 0, matched: 0, completed: 0, cancelled: 0, expired: 0 },
    });
  });
});

describe('cancelling', () => {
  it('gives the meal back and can be done once', async () => {
    const ruth = await given.student({ credits: 1 });
    const id = await given.request({ by: ruth });
    expect(await api.as(ruth).requests.cancel({ params: { id } })).toMatchObject({
      status: 200,
      body: { message: 'Request cancelled successfully', creditsRemaining: 1 },
    });
    expect(await api.as(ruth).requests.cancel({ params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_NOT_ACTIVE' },
    });
  });

  it('is refused once the deadline has passed, swept or not, so an expired request never becomes cancelled', async () => {
    const ruth = await given.student({ credits: 1 });
    const id = await given.request({ by: ruth });
    const client = await api.db.pool.connect();
    try {
      // The sweep leaves a locked row alone; the cancel waits for it.
      await client.query('BEGIN');
      await client.query(`UPDATE meal_requests SET deadline = now() WHERE id = $1`, [id]);
      const cancelled = api.as(ruth).requests.cancel({ params: { id } });
      await client.query('COMMIT');
      expect(await cancelled).toMatchObject({ status: 409, body: { code: 'REQUEST_NOT_ACTIVE' } });
    } finally {
      client.release();
    }
    await until('the refund', async () => (await creditsOf(ruth)) === 1);
  });

  it('is refused once somebody accepted [spec §4.19]', async () => {
    const ruth = await given.student();
    const { requestId: id } = await given.match({ of: await given.request({ by: ruth }) });
    expect(await api.as(ruth).requests.cancel({ params: { id } })).toMatchObject({ status: 409 });
  });

  it('responds the same 404 for requests of others and for unknown ones', async () => {
    const stranger = await given.student();
    const foreign = await given.request();
    for (const id of [foreign, '0198b5a0-0000-7000-8000-000000000000', 'not-an-id', '%00'])
      expect(await api.as(stranger).requests.cancel({ params: { id } })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect(ok(await api.as(stranger).requests.browse({ query: {} })).requests.length).toBeGreaterThan(0);
  });
});
