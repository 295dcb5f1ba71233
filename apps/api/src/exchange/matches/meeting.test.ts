import { ROUNDS } from '../../../test/support/levels.js';
import { ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import { type GivenStudent } from '../../../test/support/given.js';

const { api, given, me, creditsOf, rate, complete, release, exchange } = await startCampus({ audited: true });

/** Both sides of an accepted match, by default in the half hour in which they meet. */
const meeting = ({ minutes = 29 } = {}) => exchange({ deadline: new Date(Date.now() + minutes * 60_000) });
const here = (student: GivenStudent, id: string) => api.as(student).matches.here({ params: { id } });
const met = (student: GivenStudent, id: string) => api.as(student).matches.met({ params: { id } });
const one = async (student: GivenStudent, id: string) =>
  ok(await api.as(student).matches.one({ params: { id } })).match;

const NOTHING = { isHere: { mine: false, theirs: false }, isMet: { mine: false, theirs: false } };

describe('a meeting', () => {
  it('opens 30 minutes before the deadline, and ends with the match', async () => {
    const early = await meeting({ minutes: 31 });
    expect((await one(early.ruth, early.id)).meeting).toBeNull();
    expect(tally([await here(early.ruth, early.id), await met(early.finn, early.id)])).toEqual({
      '409 MEETING_NOT_OPEN': 2,
    });
    const { ruth, finn, id } = await meeting();
    expect((await one(ruth, id)).meeting).toEqual(NOTHING);
    ok(await complete(ruth, id));
    expect((await one(ruth, id)).meeting).toBeNull();
    expect(tally([await here(finn, id), await met(finn, id)])).toEqual({ '409 MATCH_NOT_ACTIVE': 2 });
  });

  it('shows the other side who is there, however often it is pressed', async () => {
    const { ruth, finn, id } = await meeting();
    for (let press = 0; press < 2; press++)
      expect(ok(await here(ruth, id)).match.meeting).toEqual({ ...NOTHING, isHere: { mine: true, theirs: false } });
    expect((await one(finn, id)).meeting).toEqual({ ...NOTHING, isHere: { mine: false, theirs: true } });
    ok(await here(finn, id));
    expect((await one(ruth, id)).meeting!.isHere).toEqual({ mine: true, theirs: true });
  });

  it('that was called off locks nothing: its request may be about to end', async () => {
    const { finn, id } = await meeting();
    ok(await release(finn, id));
    const lock = 'SELECT FROM meal_requests r JOIN matches m ON m.request_id = r.id WHERE m.id = $1 FOR UPDATE OF r';
    await api.db.inTransaction(async (client) => {
      await client.query(lock, [id]);
      const calls = [here(finn, id), met(finn, id), release(finn, id), rate(finn, id, YES)];
      expect(tally(await Promise.all<Awaited<(typeof calls)[number]>>(calls))).toEqual({ '409 MATCH_NOT_ACTIVE': 4 });
    });
  });

  it('does not exist for anybody else', async () => {
    const { id } = await meeting();
    const stranger = await given.student();
    expect(tally([await here(stranger, id), await met(stranger, id)])).toEqual({ '404 NOT_FOUND': 2 });
  });
});

describe("saying that it's them", () => {
  it.each(['ruth', 'finn'] as const)('alone, as %s, moves no credit', async (who) => {
    const { [who]: student, finn, id } = await meeting();
    for (let press = 0; press < 2; press++)
      expect(ok(await met(student, id)).match).toMatchObject({
        status: 'accepted',
        meeting: { isMet: { mine: true, theirs: false } },
      });
    expect(await creditsOf(finn)).toBe(2);
  });

  it('on both sides completes the exchange and pays the fulfiller once', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(ruth, id));
    expect(ok(await met(finn, id)).match).toMatchObject({ status: 'completed', meeting: null });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 3]);
  });

  it('counts as the requester’s own confirmation: their "No" afterwards is a dispute and no strike', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(finn, id));
    ok(await met(ruth, id));
    expect(ok(await rate(ruth, id, NO)).match).toMatchObject({
      status: 'completed',
      dispute: { decidedAt: null },
    });
    expect((await me(finn)).strikes.count).toBe(0);
    expect(await creditsOf(finn)).toBe(2);
    expect(await api.db.query(`SELECT FROM pgboss.job WHERE data->>'mail' = 'completed'`)).toEqual([]);
  });

  it.each([
    { said: 'finn', denies: 'ruth' },
    { said: 'ruth', denies: 'finn' },
  ] as const)(
    'as $said alone makes the "No" of $denies a dispute: nobody eats for free and strikes the other',
    async (who) => {
      const { id, ...sides } = await meeting();
      ok(await met(sides[who.said], id));
      const denied = ok(await rate(sides[who.denies], id, NO)).match;
      expect(denied).toMatchObject({ status: 'completed', dispute: { decidedAt: null } });
      expect([await creditsOf(sides.ruth), await creditsOf(sides.finn)]).toEqual([0, 2]);
      expect((await me(sides[who.said])).strikes.count).toBe(0);
    },
  );
});

describe('a requester who said that it’s them, and then "No"', () => {
  it('has no free meal, and strikes nobody: it is a dispute, which says what each said', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(ruth, id));
    const denied = ok(await rate(ruth, id, NO)).match;
    expect(denied).toMatchObject({
      status: 'completed',
      dispute: { decidedAt: null, deniedBy: 'requester', confirmedBy: 'requester' },
    });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 2]);
    expect((await me(finn)).strikes.count).toBe(0);
    const { text } = await api.inbox.waitForMail(finn.email, 'is disputed');
    expect(text).toContain('Ruth said that this exchange happened, and later that it did not.');
  });

  it('leaves the meal with the requester where only the fulfiller had said so and then denies it', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(finn, id));
    expect(ok(await rate(finn, id, NO)).match).toMatchObject({ status: 'cancelled', dispute: null });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
  });
});

describe('at the same moment', () => {
  it('two who say that it’s them complete the exchange exactly once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await meeting();
      expect(tally(await Promise.all([met(ruth, id), met(finn, id)]))).toEqual({ 200: 2 });
      expect((await one(ruth, id)).status).toBe('completed');
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 3]);
    }
  });

  it('completing and a "No" each leave one outcome and one credit', async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const { ruth, finn, id } = await meeting();
      ok(await met(ruth, id));
      const rival = [() => complete(ruth, id), () => rate(ruth, id, NO), () => rate(finn, id, NO)][round % 3]!;
      const [said, other] = await Promise.all([met(finn, id), rival()]);
      expect([200, 409]).toContain(said.status);
      expect([200, 409]).toContain(other.status);
      const { status, dispute } = await one(ruth, id);
      expect(status).toBe('completed');
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, dispute ? 2 : 3]);
    }
  });
});
