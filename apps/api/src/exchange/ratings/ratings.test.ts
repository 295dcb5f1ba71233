import { COMMENT_MAX } from '@spareswipe/contract';
import { ROUNDS } from '../../../test/support/levels.js';
import { ok, tally } from '../../../test/support/responses.js';
import { DAY, HOUR, NO, YES } from '../../../test/support/exchanges.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { startCampus } from '../../../test/support/campus.js';
import { auditLedger } from '../../ledger/audit/invariants.js';

const { api, given, me, rate, complete, release, latestMatch, exchange, close } = await startCampus();
afterEach(() => api.aheadBy(0));

const ratingSeenBy = async (student: GivenStudent) => (await latestMatch(student)).rating;

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
    expect(ok(await rate(finn, id, { ...YES, score: 5 })).match.rating).toEqual({
      ...both,
      requesterRating: { ...both.requesterRating, comment: 'thanks!' },
    });
    expect(await ratingSeenBy(ruth)).toEqual(both);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(request!.match!.rating).toEqual(both);
    const [row] = await api.db.query('SELECT comment FROM ratings WHERE match_id = $1 AND score = 4', [id]);
    expect(row).toEqual({ comment: 'thanks!' });
  });

  it('that is a hidden "Yes" does not show in who said that it happened, which both lists have', async () => {
    const { ruth, finn, id } = await exchange();
    const saidFor = async (student: GivenStudent) => (await latestMatch(student)).said;
    ok(await rate(finn, id, YES));
    expect([await saidFor(ruth), await saidFor(finn)]).toEqual([
      { requester: false, fulfiller: false },
      { requester: false, fulfiller: true },
    ]);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(request!.match!.said).toEqual({ requester: false, fulfiller: false });
    ok(await complete(finn, id));
    expect(await saidFor(ruth)).toEqual({ requester: false, fulfiller: true });
    ok(await rate(ruth, id, YES));
    expect(await saidFor(finn)).toEqual({ requester: true, fulfiller: true });
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
    const responses = await Promise.all([rate(ruth, id, YES), rate(ruth, id, YES), rate(finn, id, YES)]);
    expect(tally(responses)).toEqual({ 200: 2, '409 ALREADY_RATED': 1 });
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
    const { ruth, finn, id } = await exchange();
    expect(await rate(ruth, id, NO)).toMatchObject({
      status: 200,
      body: { match: { status: 'cancelled', request: { status: 'cancelled' } } },
    });
    // why, but not yet the rating itself
    expect(ok(await api.as(finn).matches.one({ params: { id } })).match).toMatchObject({
      cancelledBecause: 'no_show',
      rating: { requesterRating: null },
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
    const { ruth, finn, id } = await exchange();
    ok(await rate(finn, id, NO));
    expect(await me(ruth)).toMatchObject({ credits: 1, strikes: { count: 1 } });
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
    expect((await api.inbox.waitForMail(ruth.email, 'strike')).text).toContain('your meal is back in your account');
  });

  it('by both sides at the same moment counts the first: one void, one strike', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const responses = await Promise.all([rate(ruth, id, NO), rate(finn, id, NO)]);
      expect(tally(responses)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
      const strikes = [(await me(ruth)).strikes.count, (await me(finn)).strikes.count];
      expect(strikes).toEqual(responses[0].status === 200 ? [0, 1] : [1, 0]);
      expect((await me(ruth)).credits).toBe(1);
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('and completing at the same moment have one winner: the exchange is void with a strike, or disputed without', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const responses = await Promise.all([rate(ruth, id, NO), complete(finn, id)]);
      const isDisputed = responses[1].status === 200;
      expect(tally(responses)).toEqual(isDisputed ? { 200: 2 } : { 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
      expect((await latestMatch(ruth)).dispute !== null).toBe(isDisputed);
      expect((await me(ruth)).credits).toBe(isDisputed ? 0 : 1);
      expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: isDisputed ? 0 : 1 } });
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('and releasing at the same moment exclude each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const responses = await Promise.all([rate(ruth, id, NO), release(finn, id)]);
      expect(tally(responses)).toEqual({ 200: 1, '409 MATCH_NOT_ACTIVE': 1 });
      const isVoid = responses[0].status === 200;
      expect((await me(ruth)).credits).toBe(isVoid ? 1 : 0);
      expect((await me(finn)).strikes.count).toBe(isVoid ? 1 : 0);
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it.each(['ruth', 'finn'] as const)(
    'and closing the account of %s at the same moment have one winner',
    async (who) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, ...sides } = await exchange();
        const [rated, closed] = await Promise.all([rate(sides.ruth, id, NO), close(sides[who])]);
        expect(closed.status).toBe(200);
        expect([200, 401, 409]).toContain(rated.status);
        const [strikes] = await api.db.query<{ count: number }>(
          'SELECT count(*)::int FROM strikes WHERE match_id = $1',
          [id],
        );
        expect(strikes!.count).toBe(rated.status === 200 ? 1 : 0);
      }
      expect(await auditLedger(api.db.pool)).toEqual([]);
    },
  );

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
  const response = await api.fetch(`/api/matches/${id}/rate`, { method: 'POST', headers, body: JSON.stringify(YES) });
  expect(response.status).toBe(404);
});
