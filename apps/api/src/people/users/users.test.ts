import { ok } from '../../../test/support/responses.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given, me } = await startCampus();

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the profile', () => {
  it('is the same in every response [spec §3.1]', async () => {
    const sam = await given.student({ name: 'Sam' });
    const { user } = ok(await api.as(sam).users.me());
    expect(ok(await api.as(sam).users.profile()).data.user).toEqual(user);
    expect(user).toEqual({
      _id: sam.id,
      name: 'Sam',
      email: sam.email,
      phoneNumber: '+1 555 010 0100',
      rolePreference: 'both',
      verified: true,
      credits: 2,
      institution: 'state',
      strikes: { count: 0, suspendedUntil: null },
      hasUnreadAnnouncements: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('takes a new name and role preference, and keeps everything else [spec §5.14]', async () => {
    const sam = await given.student();
    const sent = { name: '  Samira ', rolePreference: 'fulfiller' as const, email: 'x@evil.edu', credits: 99 };
    const { user } = ok(await api.as(sam).users.updateProfile({ body: sent }));
    expect(user).toMatchObject({ name: 'Samira', rolePreference: 'fulfiller', email: sam.email, credits: 2 });
    expect(await me(sam)).toEqual(user);
  });

  it('takes a new phone number, alone or with the rest, and gives no meals for it', async () => {
    const sam = await given.student({ name: 'Sam' });
    const change = async (body: { name: string; phoneNumber?: string }) =>
      ok(await api.as(sam).users.updateProfile({ body })).user;
    expect(await change({ name: 'Sam', phoneNumber: ' +1 617-555-0100 ' })).toMatchObject({
      phoneNumber: '+1 617-555-0100',
      credits: 2,
    });
    expect(await change({ name: 'Samira' })).toMatchObject({ name: 'Samira', phoneNumber: '+1 617-555-0100' });
    expect(await me(sam)).toMatchObject({ phoneNumber: '+1 617-555-0100', credits: 2 });
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: 'Sam', phoneNumber: '' }, 'Phone number is required'],
    [{ name: 'Sam', phoneNumber: '(617) 555-0100' }, 'Please enter a valid phone number'],
    [{ name: 'A' }, 'Name must be at least 2 characters'],
    [{ name: 'A'.repeat(51) }, 'Name cannot exceed 50 characters'],
    [{ name: 'Sam\u0000' }, 'Please use plain text only'],
  ])('refuses %j in the words of the form', async (body, message) => {
    const sam = await given.student();
    const response = await api.as(sam).users.updateProfile({ body: body as { name: string } });
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  });
});

describe('strikes on the profile', () => {
  const strikesOf = async (student: GivenStudent) => (await me(student)).strikes;
  const strike = async ({ id }: GivenStudent, ageDays: number, consumed = false) => {
    const match = await given.match();
    await api.db.query(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id, created_at, consumed_at)
       SELECT gen_random_uuid(), $1, requester_id, id, now() - $3 * interval '1 day', CASE WHEN $4 THEN now() END
         FROM matches WHERE id = $2`,
      [id, match.id, ageDays, consumed],
    );
  };

  it('are those of the last 180 days', async () => {
    const sam = await given.student();
    await strike(sam, 179);
    await strike(sam, 181);
    expect(await strikesOf(sam)).toEqual({ count: 1, suspendedUntil: null });
  });

  it('are two while the suspension they caused runs, and none after it', async () => {
    const sam = await given.student();
    await strike(sam, 1, true);
    await strike(sam, 0, true);
    const until = new Date(Date.now() + 7 * DAY_MS);
    await api.db.query('UPDATE students SET suspended_until = $2 WHERE id = $1', [sam.id, until]);
    expect(await strikesOf(sam)).toEqual({ count: 2, suspendedUntil: until.toISOString() });
    await api.aheadBy(7 * DAY_MS + 1000);
    expect(ok(await api.client(await freshToken(sam)).users.me()).user.strikes).toEqual({
      count: 0,
      suspendedUntil: null,
    });
    await api.aheadBy(0);
  });

  /** The session of `as` would be idle for too long by then. */
  async function freshToken({ email }: GivenStudent) {
    return ok(await api.client().auth.login({ body: { email, password: 'Passw0rd' } })).token;
  }
});

describe('the statistics', () => {
  it('count both sides of what a student did [spec §2.67]', async () => {
    const sam = await given.student({ credits: 9 });
    await given.request({ by: sam });
    await given.cancelled({ by: sam });
    await given.match({ of: await given.request({ by: sam }) });
    await given.completed({ of: await given.request({ by: sam }) });
    await given.completed({ by: sam });
    await given.match({ by: sam });
    await given.completed();
    expect(ok(await api.as(sam).account.stats()).stats).toMatchObject({
      requests: { active: 1, total: 4 },
      fulfillments: { total: 1 },
      totalCompleted: 2,
    });
  });

  it('do not count a request past its deadline as active', async () => {
    const sam = await given.student();
    const id = await given.request({ by: sam });
    await api.db.query(`UPDATE meal_requests SET deadline = now() - interval '1 second' WHERE id = $1`, [id]);
    expect(ok(await api.as(sam).account.stats()).stats.requests).toEqual({ active: 0, total: 1 });
  });
});

describe('the credit history', () => {
  const historyOf = async (student: GivenStudent, query = {}) => ok(await api.as(student).credits.history({ query }));

  it('lists every movement, what it was for, and the balance after it, newest first', async () => {
    const sam = await given.student({ credits: 2 });
    await given.completed({ of: await given.request({ by: sam, mealDescription: 'Ramen' }) });
    await given.cancelled({ by: sam, mealDescription: 'Pho' });
    await given.completed({ by: sam });
    const { entries, owed, pagination } = await historyOf(sam);
    expect(
      entries.map(({ kind, amount, balance, request }) => [kind, amount, balance, request?.mealDescription]),
    ).toEqual([
      ['capture', 1, 2, 'Veggie burrito'],
      ['release', 1, 1, 'Pho'],
      ['hold', -1, 0, 'Pho'],
      ['capture', 0, 1, 'Ramen'],
      ['hold', -1, 1, 'Ramen'],
      ['grant', 2, 2, undefined],
    ]);
    expect(owed).toBe(0);
    expect(pagination).toEqual({ current: 1, pages: 1, total: 6, hasPrev: false, hasNext: false });
  });

  it('shows a disputed credit until it is awarded', async () => {
    const sam = await given.student({ credits: 0 });
    const { id } = await given.completed({ by: sam });
    await api.db.query('SELECT ledger.open_dispute($1)', [id]);
    await api.db.query(`SELECT ledger.decide_dispute($1, 'fulfiller', 'time', NULL)`, [id]);
    expect((await historyOf(sam)).entries.slice(0, 2)).toMatchObject([
      { kind: 'award', amount: 1, balance: 1, request: { mealDescription: 'Veggie burrito' } },
      { kind: 'dispute', amount: -1, balance: 0, request: { mealDescription: 'Veggie burrito' } },
    ]);
  });

  it('shows a claim until the next credit pays it', async () => {
    const sam = await given.student({ credits: 0 });
    const { id } = await given.completed({ by: sam });
    await given.request({ by: sam });
    await api.db.query('SELECT ledger.open_dispute($1)', [id]);
    await api.db.query(`SELECT ledger.decide_dispute($1, 'requester', 'time', NULL)`, [id]);
    expect(await historyOf(sam)).toMatchObject({
      owed: 0,
      claimed: 1,
      entries: [{ kind: 'hold' }, { kind: 'capture' }],
    });
    await given.completed({ by: sam });
    const paid = await historyOf(sam);
    expect(paid.claimed).toBe(0);
    expect(paid.entries.slice(0, 2)).toMatchObject([
      { kind: 'repay', amount: -1, balance: 0, request: { mealDescription: 'Veggie burrito' } },
      { kind: 'capture', amount: 1, balance: 1 },
    ]);
  });

  it('comes in pages', async () => {
    const sam = await given.student({ credits: 1 });
    await given.cancelled({ by: sam });
    const page = await historyOf(sam, { page: 2, limit: 2 });
    expect(page.entries).toMatchObject([{ kind: 'grant', balance: 1 }]);
    expect(page.pagination).toEqual({ current: 2, pages: 2, total: 3, hasPrev: true, hasNext: false });
    expect((await historyOf(sam, { page: 9, limit: 2 })).pagination).toMatchObject({ current: 9, total: 3 });
  });
});
