import { COMMENT_MAX } from '@spareswipe/contract';
import { ok, tally } from '../../test/support/answers.js';
import { givenIn, PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { startApi, type Api } from '../../test/support/start-api.js';
import { auditLedger } from '../commands/audit.js';
import { mealTime } from '../mail/meal-time.js';

let api: Api;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  api = await startApi();
  given = givenIn(api.db);
}, 60_000);
afterAll(() => api.stop());
afterEach(() => api.aheadBy(0));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YES = { followedThrough: true, score: 4 };
const NO = { followedThrough: false };

const me = async (student: GivenStudent) => ok(await api.as(student).users.me()).user;
const rate = (
  student: GivenStudent,
  id: string,
  body: { followedThrough: boolean; score?: number; comment?: string },
) => api.as(student).ratings.rate({ params: { id }, body });
const complete = (student: GivenStudent, id: string) => api.as(student).matches.complete({ params: { id } });
const ratingSeenBy = async (student: GivenStudent) =>
  ok(await api.as(student).matches.mine({ query: {} })).matches[0]!.rating;

const soup = () => ({
  mealPeriod: 'any' as const,
  mealDescription: 'Soup',
  location: 'Grill',
  deadline: new Date(Date.now() + DAY).toISOString(),
});

async function exchange({ requester = {}, fulfiller = {} }: { requester?: object; fulfiller?: object } = {}) {
  const [ruth, finn] = [
    await given.student({ name: 'Ruth', ...requester }),
    await given.student({ name: 'Finn', ...fulfiller }),
  ];
  const match = await given.match({ of: await given.request({ by: ruth }), by: finn });
  return { ruth, finn, ...match };
}

/** Reports that a student did not follow through, in an exchange made for it. */
async function strike(student: GivenStudent): Promise<void> {
  const ruth = await given.student();
  const { id } = await given.match({ of: await given.request({ by: ruth }), by: student });
  ok(await rate(ruth, id, NO));
}

describe('a rating', () => {
  it('stays hidden from the other side until they gave theirs [spec §1.7]', async () => {
    const { ruth, finn, id } = await exchange();
    const rated = ok(await rate(ruth, id, { ...YES, comment: '  thanks!  ' }));
    expect(rated.match.rating).toEqual({
      requesterRating: { score: 4, followedThrough: true },
      fulfillerRating: null,
    });
    expect(await ratingSeenBy(finn)).toEqual({ requesterRating: null, fulfillerRating: null });

    const both = {
      requesterRating: { score: 4, followedThrough: true },
      fulfillerRating: { score: 5, followedThrough: true },
    };
    expect(ok(await rate(finn, id, { ...YES, score: 5 })).match.rating).toEqual(both);
    expect(await ratingSeenBy(ruth)).toEqual(both);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(request!.match!.rating).toEqual(both);
    const [row] = await api.db.query('SELECT comment FROM ratings WHERE match_id = $1 AND score = 4', [id]);
    expect(row).toEqual({ comment: 'thanks!' });
  });

  it('shows itself after 7 days to a side that never rated', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(ruth, id, YES));
    await api.aheadBy(7 * DAY - HOUR);
    expect((await ratingSeenBy(finn)).requesterRating).toBeNull();
    await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 7)');
    await api.aheadBy(7 * DAY + HOUR);
    expect((await ratingSeenBy(finn)).requesterRating).toEqual({ score: 4, followedThrough: true });
  });

  it('is given once per side [spec §1.7 §4.24 §6.4]', async () => {
    const { ruth, finn, id } = await exchange();
    const answers = await Promise.all([rate(ruth, id, YES), rate(ruth, id, YES), rate(finn, id, YES)]);
    expect(tally(answers)).toEqual({ 200: 2, '409 ALREADY_RATED': 1 });
  });

  it('may be given on a completed match as on an accepted one [spec §4.24]', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    expect(await rate(ruth, id, YES)).toMatchObject({ status: 200, body: { match: { status: 'completed' } } });
    expect(await rate(finn, id, YES)).toMatchObject({ status: 200 });
  });

  it('Yes leaves completing to the client, whose call works once and then fails harmlessly', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(ruth, id, YES));
    expect(tally([await complete(ruth, id), await complete(finn, id)])).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
    expect((await me(finn)).credits).toBe(3);
  });

  it.each([
    [{ followedThrough: true }, 'score', 'Please choose a rating from 1 to 5'],
    [{ followedThrough: true, score: 6 }, 'score', 'Please choose a rating from 1 to 5'],
    [{ followedThrough: true, score: 0 }, 'score', 'Please choose a rating from 1 to 5'],
    [{ followedThrough: true, score: 2.5 }, 'score', 'Please choose a rating from 1 to 5'],
    [{ score: 3 } as never, 'followedThrough', 'Please say whether they followed through'],
    [{ ...YES, comment: 'x'.repeat(COMMENT_MAX + 1) }, 'comment', 'Comment cannot be more than 300 characters'],
  ])('%j is refused', async (body, path, message) => {
    const { ruth, id } = await exchange();
    expect(await rate(ruth, id, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message, errors: [{ path, message }] },
    });
  });

  it('takes a comment of exactly 300 characters, and no score with a No [spec §5.15]', async () => {
    const { ruth, id } = await exchange();
    const rated = ok(await rate(ruth, id, { ...NO, score: 5, comment: 'x'.repeat(COMMENT_MAX) }));
    expect(rated.match.rating.requesterRating).toEqual({ score: null, followedThrough: false });
  });
});

describe('a No on an accepted match', () => {
  it('voids the exchange: the requester has the meal back, nobody earns one, the other side gets a strike and a mail', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    expect(await rate(ruth, id, NO)).toMatchObject({
      status: 200,
      body: { match: { status: 'cancelled', request: { status: 'cancelled' } } },
    });
    expect(await me(ruth)).toMatchObject({ credits: 1, strikes: { count: 0 } });
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 1, suspendedUntil: null } });
    const { subject, text } = await api.inbox.waitForMail(finn.email, 'strike');
    expect(subject).toBe('You received a strike');
    expect(text).toContain('warning');
    expect(text).toContain('Veggie burrito');
    expect(text).toContain('the requester has their meal back');
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('by the fulfiller strikes the requester, who still has the meal back', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    ok(await rate(finn, id, NO));
    expect(await me(ruth)).toMatchObject({ credits: 1, strikes: { count: 1 } });
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
    expect((await api.inbox.waitForMail(ruth.email, 'strike')).text).toContain('your meal is back in your account');
  });

  it('by both sides at the same moment counts the first: one void, one strike', async () => {
    for (let round = 0; round < 5; round++) {
      const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
      const answers = await Promise.all([rate(ruth, id, NO), rate(finn, id, NO)]);
      expect(tally(answers)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
      const strikes = [(await me(ruth)).strikes.count, (await me(finn)).strikes.count];
      expect(strikes).toEqual(answers[0].status === 200 ? [0, 1] : [1, 0]);
      expect((await me(ruth)).credits).toBe(1);
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('and completing at the same moment have one winner', async () => {
    for (let round = 0; round < 5; round++) {
      const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
      const [rated, completed] = await Promise.all([rate(ruth, id, NO), complete(finn, id)]);
      expect(rated.status).toBe(200);
      // Completed by the fulfiller first, the requester's No takes the credit back; voided first, there is none to take.
      expect([200, 409]).toContain(completed.status);
      expect(await me(ruth)).toMatchObject({ credits: 1 });
      expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 1 } });
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('ends the rating: the other side may not retaliate', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(ruth, id, NO));
    expect(await rate(finn, id, YES)).toMatchObject({ status: 409, body: { code: 'MATCH_NOT_ACTIVE' } });
    expect(await rate(ruth, id, NO)).toMatchObject({ status: 409, body: { code: 'ALREADY_RATED' } });
  });
});

it.each(['%00', 'a%00b', 'x'])('of the match %s is refused as unknown, with a key as without', async (id) => {
  const token = await api.tokenOf(await given.student());
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': '0198c3e0-0000-4000-8000-000000000001',
  };
  const answer = await api.fetch(`/api/matches/${id}/rate`, { method: 'POST', headers, body: JSON.stringify(YES) });
  expect(answer.status).toBe(404);
});

describe('a requester’s No on a completed match', () => {
  it('within 48 h takes back a credit that the fulfiller alone claimed', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    ok(await complete(finn, id));
    expect((await me(finn)).credits).toBe(3);
    await api.aheadBy(47.99 * HOUR);
    expect(await rate(ruth, id, NO)).toMatchObject({ status: 200, body: { match: { status: 'completed' } } });
    expect((await me(ruth)).credits).toBe(1);
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 1 } });
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('counts the 48 h from the meal, when the fulfiller claimed it days before', async () => {
    const [ruth, finn] = [await given.student({ credits: 1 }), await given.student()];
    const request = await given.request({ by: ruth, deadline: new Date(Date.now() + 5 * DAY) });
    const { id } = await given.match({ of: request, by: finn });
    ok(await complete(finn, id));
    await api.aheadBy(5 * DAY + 47.9 * HOUR);
    ok(await rate(ruth, id, NO));
    expect([(await me(ruth)).credits, (await me(finn)).credits]).toEqual([1, 2]);
  });

  it('makes a fulfiller who spent the credit owe it, and the next one earned pays it back', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 }, fulfiller: { credits: 0 } });
    ok(await complete(finn, id));
    await given.request({ by: finn });
    ok(await rate(ruth, id, NO));
    expect((await me(ruth)).credits).toBe(1);
    const owed = async () => ok(await api.as(finn).credits.history({ query: {} })).owed;
    expect([await owed(), (await me(finn)).credits]).toEqual([1, 0]);
    expect((await api.inbox.waitForMail(finn.email, 'strike')).text).toContain('was taken back');
    expect(await api.as(finn).requests.create({ body: soup() })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_CREDITS', owed: 1, message: expect.stringContaining('You owe 1 meal,') },
    });

    const { id: next } = await given.match({ by: finn });
    ok(await complete(finn, next));
    expect([await owed(), (await me(finn)).credits]).toEqual([0, 0]);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it.each([
    ['48 h after the meal', 'fulfiller', 50.01],
    ['when the requester said so themselves', 'requester', 1],
    ['when it completed by itself', 'system', 1],
  ])('%s is a strike, and the credit stays', async (_when, completedBy, hoursLater) => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    ok(await complete(completedBy === 'requester' ? ruth : finn, id));
    if (completedBy === 'system') {
      await api.db.query('ALTER TABLE matches DISABLE TRIGGER matches_lifecycle');
      await api.db.query(`UPDATE matches SET completed_by = 'system' WHERE id = $1`, [id]);
      await api.db.query('ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle');
    }
    await api.aheadBy(hoursLater * HOUR);
    ok(await rate(ruth, id, NO));
    expect((await me(ruth)).credits).toBe(0);
    expect(await me(finn)).toMatchObject({ credits: 3, strikes: { count: 1 } });
  });

  it('reaches a fulfiller who has left, without a mail', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    ok(await complete(finn, id));
    ok(await api.as(finn).account.deactivate({ body: { password: PASSWORD } }));
    ok(await rate(ruth, id, NO));
    expect((await me(ruth)).credits).toBe(1);
    const about = `SELECT FROM pgboss.job WHERE name = 'mail' AND data->'about'->'meal' IS NOT NULL AND data->'to'->>'email' LIKE '%closed.invalid'`;
    expect(await api.db.query(about)).toEqual([]);
  });

  it('is a strike only, when it is the fulfiller who complains', async () => {
    const { ruth, finn, id } = await exchange({ requester: { credits: 1 } });
    ok(await complete(finn, id));
    ok(await rate(finn, id, NO));
    expect(await me(ruth)).toMatchObject({ credits: 0, strikes: { count: 1 } });
    expect(await me(finn)).toMatchObject({ credits: 3 });
  });
});

describe('strikes', () => {
  it('suspend with the second: no creating, no accepting, everything else goes on, and a mail says until when [spec §4.16 §6.6 §9.7]', async () => {
    const finn = await given.student({ credits: 3 });
    const own = await given.request({ by: finn });
    await strike(finn);
    await strike(finn);
    const { strikes } = await me(finn);
    expect(strikes.count).toBe(2);
    const days = (new Date(strikes.suspendedUntil!).getTime() - Date.now()) / DAY;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    const mail = await api.inbox.waitForMail(finn.email, 'suspended');
    expect(mail.subject).toBe('You received a strike, and your account is suspended');
    const { text, elsewhere } = mealTime(strikes.suspendedUntil!);
    for (const body of [mail.text, mail.html])
      for (const fact of ['suspended until', text, elsewhere]) expect(body).toContain(fact);

    const refused = [
      await api.as(finn).requests.create({ body: soup() }),
      await api.as(finn).matches.accept({ body: { requestId: await given.request() } }),
    ];
    expect(tally(refused)).toEqual({ '403 ACCOUNT_SUSPENDED': 2 });
    expect(await api.as(finn).requests.cancel({ params: { id: own } })).toMatchObject({ status: 200 });
  });

  it('are used up by the suspension, so the next one counts as the first', async () => {
    const finn = await given.student();
    await strike(finn);
    await strike(finn);
    await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 6)');
    await api.aheadBy(7 * DAY + HOUR);
    expect((await me(finn)).strikes).toEqual({ count: 0, suspendedUntil: null });
    await strike(finn);
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('during a suspension start its 7 days again and leave nothing behind', async () => {
    const finn = await given.student();
    await strike(finn);
    await strike(finn);
    const first = (await me(finn)).strikes.suspendedUntil!;
    const { id } = await given.match({ by: finn });
    await api.db.query('UPDATE sessions SET last_used_at = now() + make_interval(days => 3)');
    await api.aheadBy(3 * DAY);
    const [{ requester_id: ruth }] = (await api.db.query<{ requester_id: string }>(
      'SELECT requester_id FROM matches WHERE id = $1',
      [id],
    )) as [{ requester_id: string }];
    ok(await rate({ id: ruth } as GivenStudent, id, NO));
    const { count, suspendedUntil } = (await me(finn)).strikes;
    expect(count).toBe(2);
    expect((new Date(suspendedUntil!).getTime() - new Date(first).getTime()) / DAY).toBeCloseTo(3, 1);
    const [left] = await api.db.query(
      'SELECT count(*)::int FROM strikes WHERE student_id = $1 AND consumed_at IS NULL',
      [finn.id],
    );
    expect(left).toEqual({ count: 0 });
  });

  it('lapse after 180 days', async () => {
    const finn = await given.student();
    await strike(finn);
    await api.db.query(
      `UPDATE strikes SET created_at = now() - interval '180 days' - interval '1 minute' WHERE student_id = $1`,
      [finn.id],
    );
    expect((await me(finn)).strikes.count).toBe(0);
    await strike(finn);
    expect((await me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('from two exchanges at the same moment suspend exactly once', async () => {
    const finn = await given.student();
    const matches = await Promise.all(
      [1, 2].map(async () => {
        const ruth = await given.student();
        return { ruth, ...(await given.match({ of: await given.request({ by: ruth }), by: finn })) };
      }),
    );
    const answers = await Promise.all(matches.map(({ ruth, id }) => rate(ruth, id, NO)));
    expect(tally(answers)).toEqual({ 200: 2 });
    expect((await me(finn)).strikes.count).toBe(2);
    expect((await me(finn)).strikes.suspendedUntil).not.toBeNull();
  });
});
