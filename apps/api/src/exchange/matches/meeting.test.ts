import { ROUNDS } from '../../../test/support/levels.js';
import { ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';

const { api, given } = await startCampus({ audited: true });

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
/** Both sides of an accepted match, by default in the half hour in which they meet. */
async function meeting({ minutes = 29 } = {}) {
  const [ruth, finn] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Finn' })];
  const of = await given.request({ by: ruth, deadline: inMinutes(minutes) });
  return { ruth, finn, id: (await given.match({ of, by: finn })).id };
}
const here = (student: GivenStudent, id: string) => api.as(student).matches.here({ params: { id } });
const met = (student: GivenStudent, id: string) => api.as(student).matches.met({ params: { id } });
const one = async (student: GivenStudent, id: string) =>
  ok(await api.as(student).matches.one({ params: { id } })).match;
const creditsOf = async (student: GivenStudent) => ok(await api.as(student).users.me()).user.credits;
const rate = (student: GivenStudent, id: string, followedThrough: boolean) =>
  api.as(student).ratings.rate({ params: { id }, body: { followedThrough, score: 5 } });

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
    ok(await api.as(ruth).matches.complete({ params: { id } }));
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
    const release = () => api.as(finn).matches.release({ params: { id } });
    ok(await release());
    const lock = 'SELECT FROM meal_requests r JOIN matches m ON m.request_id = r.id WHERE m.id = $1 FOR UPDATE OF r';
    await api.db.inTransaction(async (client) => {
      await client.query(lock, [id]);
      const calls = [here(finn, id), met(finn, id), release(), rate(finn, id, true)];
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
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 3]);
  });

  it('counts as the requester’s own confirmation: their "No" afterwards is a dispute and no strike', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(finn, id));
    ok(await met(ruth, id));
    expect(ok(await rate(ruth, id, false)).match).toMatchObject({
      status: 'completed',
      dispute: { decidedAt: null },
    });
    expect(ok(await api.as(finn).users.me()).user.strikes.count).toBe(0);
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
      const denied = ok(await rate(sides[who.denies], id, false)).match;
      expect(denied).toMatchObject({ status: 'completed', dispute: { decidedAt: null } });
      expect([await creditsOf(sides.ruth), await creditsOf(sides.finn)]).toEqual([1, 2]);
      expect(ok(await api.as(sides[who.said]).users.me()).user.strikes.count).toBe(0);
    },
  );
});

describe('a requester who said that it’s them, and then "No"', () => {
  it('has no free meal, and strikes nobody: it is a dispute, which says what each said', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(ruth, id));
    const denied = ok(await rate(ruth, id, false)).match;
    expect(denied).toMatchObject({
      status: 'completed',
      dispute: { decidedAt: null, deniedBy: 'requester', confirmedBy: 'requester' },
    });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
    expect(ok(await api.as(finn).users.me()).user.strikes.count).toBe(0);
    const { text } = await api.inbox.waitForMail(finn.email, 'is disputed');
    expect(text).toContain('Ruth said that this exchange happened, and later that it did not.');
  });

  it('leaves the meal with the requester where only the fulfiller had said so and then denies it', async () => {
    const { ruth, finn, id } = await meeting();
    ok(await met(finn, id));
    expect(ok(await rate(finn, id, false)).match).toMatchObject({ status: 'cancelled', dispute: null });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([2, 2]);
  });
});

describe('at the same moment', () => {
  it('two who say that it’s them complete the exchange exactly once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await meeting();
      expect(tally(await Promise.all([met(ruth, id), met(finn, id)]))).toEqual({ 200: 2 });
      expect((await one(ruth, id)).status).toBe('completed');
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 3]);
    }
  });

  it('completing and a "No" each leave one outcome and one credit', async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const { ruth, finn, id } = await meeting();
      ok(await met(ruth, id));
      const rival = [
        () => api.as(ruth).matches.complete({ params: { id } }),
        () => rate(ruth, id, false),
        () => rate(finn, id, false),
      ][round % 3]!;
      const [said, other] = await Promise.all([met(finn, id), rival()]);
      expect([200, 409]).toContain(said.status);
      expect([200, 409]).toContain(other.status);
      const { status, dispute } = await one(ruth, id);
      expect(status).toBe('completed');
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, dispute ? 2 : 3]);
    }
  });
});
