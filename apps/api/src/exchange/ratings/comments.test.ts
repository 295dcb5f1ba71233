import { OPEN_REPORTS_MAX, type Match } from '@spareswipe/contract';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given, rate, complete, exchange } = await startCampus();

const KIND = 'Thank you!\nSee you again  <3';
const matchOf = async (student: GivenStudent, id: string) =>
  ok(await api.as(student).matches.one({ params: { id } })).match;
const commentsIn = ({ rating }: Pick<Match, 'rating'>) => [
  rating.requesterRating?.comment ?? null,
  rating.fulfillerRating?.comment ?? null,
];
const report = (student: GivenStudent, id: string, text = 'This is an insult, please look') =>
  api.as(student).ratings.report({ params: { id }, body: { text } });

/** Ruth's comment about Finn, which Finn sees. */
async function commented(sides: Parameters<typeof exchange>[0] = {}) {
  const made = await exchange(sides);
  ok(await complete(made.ruth, made.id));
  ok(await rate(made.ruth, made.id, { ...YES, comment: KIND }));
  ok(await rate(made.finn, made.id, YES));
  return made;
}

describe('a comment', () => {
  it('reaches its subject, and nobody else, once both have rated', async () => {
    const { ruth, finn, id } = await exchange();
    const rated = ok(await rate(ruth, id, { ...YES, comment: KIND }));
    expect(commentsIn(rated.match)).toEqual([null, null]);
    expect(commentsIn(await matchOf(finn, id))).toEqual([null, null]);
    ok(await rate(finn, id, YES));
    expect(commentsIn(await matchOf(finn, id))).toEqual([KIND, null]);
    expect(commentsIn(await matchOf(ruth, id))).toEqual([null, null]);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(commentsIn(request!.match!)).toEqual([null, null]);
    const others = await given.student();
    expect(await api.as(others).matches.one({ params: { id } })).toMatchObject({ status: 404 });
  });

  it('of the fulfiller reaches the requester in both lists', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(finn, id, { ...YES, comment: KIND }));
    ok(await rate(ruth, id, YES));
    expect(commentsIn(await matchOf(ruth, id))).toEqual([null, KIND]);
    expect(commentsIn(await matchOf(finn, id))).toEqual([null, null]);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(commentsIn(request!.match!)).toEqual([null, KIND]);
  });

  it('reaches a student who never rated after 7 days', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(ruth, id, { ...YES, comment: KIND }));
    const age = (days: number) =>
      api.db.query('UPDATE ratings SET created_at = now() - make_interval(days => $2) WHERE match_id = $1', [id, days]);
    await age(6);
    expect(commentsIn(await matchOf(finn, id))).toEqual([null, null]);
    await age(7);
    expect(commentsIn(await matchOf(finn, id))).toEqual([KIND, null]);
  });

  it('with a No reaches nobody: it would be a last word to the student whom it accuses', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await rate(finn, id, YES));
    ok(await rate(ruth, id, { ...NO, comment: 'You liar' }));
    for (const student of [ruth, finn]) expect(commentsIn(await matchOf(student, id))).toEqual([null, null]);
  });
});

describe('reporting a comment', () => {
  it('hides it from its reader at once, alerts operators by ids only, and does not inform its writer', async () => {
    const { ruth, finn, id } = await commented();
    const before = await matchOf(ruth, id);
    expect(commentsIn(ok(await report(finn, id)).match)).toEqual([null, null]);
    expect(commentsIn(await matchOf(finn, id))).toEqual([null, null]);
    expect((await matchOf(finn, id)).rating.requesterRating).toMatchObject({ score: 4 });
    expect(await matchOf(ruth, id)).toEqual(before);
    const stored = await api.db.query('SELECT reporter_id, kind, text, state FROM reports WHERE match_id = $1', [id]);
    expect(stored).toEqual([
      { reporter_id: finn.id, kind: 'comment', text: 'This is an insult, please look', state: 'open' },
    ]);
    const logged = (await api.logs()).filter((line) => line.alert === 'comment-reported' && line.match === id);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toMatch(/insult|Thank you|Finn|Ruth|@/);
  });

  it('counts once, however often it is sent', async () => {
    const { finn, id } = await commented();
    expect(tally(await atOnce(5, () => report(finn, id)))).toEqual({ 200: 5 });
    expect(await api.db.query('SELECT FROM reports WHERE match_id = $1', [id])).toHaveLength(1);
  });

  it('is for the student who sees the comment', async () => {
    const { ruth, id } = await commented();
    const { finn, id: silent } = await exchange();
    for (const response of [await report(ruth, id), await report(finn, id), await report(finn, silent)])
      expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await report(finn, '%00')).toMatchObject({ status: 404 });
  });

  it.each(['too short', 'x'.repeat(501), '        x        '])('asks why: %j is refused', async (text) => {
    const { finn, id } = await commented();
    expect(await report(finn, id, text)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'Please say why in 10 to 500 characters' },
    });
  });

  it('hides it also while as many reports wait as a student may make', async () => {
    const finn = await given.student({ name: 'Finn' });
    const text = 'Nobody came to this one.';
    for (const id of await atOnce(OPEN_REPORTS_MAX, () => given.request()))
      ok(await api.as(finn).reports.report({ body: { about: 'request', id, kind: 'fake', text } }));
    const made = await atOnce(2, () => commented({ finn }));
    expect(tally(await Promise.all(made.map(({ id }) => report(finn, id))))).toEqual({ 200: 2 });
    for (const { id } of made) expect(commentsIn(await matchOf(finn, id))).toEqual([null, null]);
  });
});
