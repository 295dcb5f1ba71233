import { ok } from '../../test/support/responses.js';
import { about, startDesk } from '../../test/support/desk.js';
import { NO } from '../../test/support/exchanges.js';

const { api, given, exchanges, desk, elsewhere, platform } = await startDesk();

const page = (number: number, limit = 2) => ({ query: { page: number, limit } });
const threePages = { pages: 2, total: 3 };

it('lists all exchanges of a student page by page, the latest first', async () => {
  const finn = await given.student();
  const made = [
    await exchanges.exchange({ finn }),
    await exchanges.exchange({ ruth: finn }),
    await exchanges.exchange({ finn }),
  ];
  const pages = [];
  for (const number of [1, 2, 3]) pages.push(ok(await desk().studentExchanges({ ...about(finn), ...page(number) })));
  expect(pages.flatMap(({ exchanges: shown }) => shown.map(({ _id }) => _id))).toEqual(
    made.map(({ id }) => id).reverse(),
  );
  for (const { pagination } of pages) expect(pagination).toMatchObject(threePages); // also of the page beyond the last
  expect(pages[0]!.exchanges.map(({ role }) => role)).toEqual(['fulfiller', 'requester']);
  expect(pages.map(({ pagination }) => pagination.hasNext)).toEqual([true, false, false]);
});

it("lists every movement of a student's credits page by page, as the student sees them", async () => {
  const ruth = await given.student({ credits: 3 });
  for (const _ of [1, 2]) await given.request({ by: ruth });
  const { entries: own } = ok(await api.as(ruth).credits.history({ query: {} }));
  expect(own).toHaveLength(3);
  const pages = [];
  for (const number of [1, 2]) pages.push(ok(await desk().studentCredits({ ...about(ruth), ...page(number) })));
  expect(pages.flatMap(({ entries }) => entries)).toEqual(own);
  for (const { pagination } of pages) expect(pagination).toMatchObject(threePages);
  expect((await desk(elsewhere).studentCredits({ ...about(ruth), ...page(1) })).status).toBe(404);
});

it('lists disputes and contested strikes page by page, the oldest first, and says how many wait', async () => {
  const meal = { mealDescription: 'Veggie burrito', deadline: expect.any(String), clock: null };
  const disputed = [];
  for (const _ of [1, 2, 3]) disputed.push((await exchanges.disputed()).id);
  const disputes = [];
  for (const number of [1, 2, 3]) disputes.push(ok(await desk().disputes(page(number))));
  expect(disputes.flatMap(({ disputes: shown }) => shown.map(({ matchId }) => matchId))).toEqual(disputed);
  for (const { pagination } of disputes) expect(pagination).toMatchObject(threePages);
  expect(disputes[0]!.disputes[0]).toMatchObject(meal);

  const contested = [];
  for (const _ of [1, 2, 3]) {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    const [strike] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
    ok(await api.as(finn).strikes.contest({ ...about(strike!), body: { text: 'I waited there until two.' } }));
    contested.push(strike!.id);
  }
  const contests = [];
  for (const number of [1, 2, 3]) contests.push(ok(await desk().contests(page(number))));
  expect(contests.flatMap(({ contests: shown }) => shown.map(({ strikeId }) => strikeId))).toEqual(contested);
  for (const { pagination } of contests) expect(pagination).toMatchObject(threePages);
  expect(contests[0]!.contests[0]).toMatchObject(meal);
  expect(ok(await desk(elsewhere).disputes(page(1))).pagination.total).toBe(0);
  expect(ok(await desk(elsewhere).contests(page(1))).pagination.total).toBe(0);
});

it('says on a page beyond the last how many there are, for an operator whose page just emptied', async () => {
  const ruth = await given.student({ name: 'Beyond', credits: 3 });
  for (const _ of [1, 2, 3]) await given.request({ by: ruth, mealDescription: 'Beyond' });
  const beyond = { query: { page: 9, limit: 2, search: 'beyond' } };
  expect(ok(await desk().requests(beyond))).toMatchObject({ requests: [], pagination: threePages });
  const { pagination: ofStudents } = ok(await desk().students(beyond));
  expect(ofStudents).toMatchObject({ current: 9, pages: 1, total: 1 });
  const { pagination: ofCampuses } = ok(await desk(platform).campuses({ query: { page: 9, limit: 2 } }));
  expect(ofCampuses.total).toBeGreaterThan(1);
  const { pagination: ofLog } = ok(await desk(platform).log({ query: { page: 99, limit: 2 } }));
  expect(ofLog.total).toBe(ok(await desk(platform).log({ query: {} })).pagination.total);
});

it('finds campuses by a part of their name, and says which have no operator of their own', async () => {
  await given.student({ institution: 'lonely' });
  const find = async (search: string, by = platform) =>
    ok(await desk(by).campuses({ query: { search } })).campuses.map(({ institution, hasOperator }) => [
      institution,
      hasOperator,
    ]);
  expect(await find('')).toEqual([
    ['lonely', false],
    ['other', true],
    ['state', true],
  ]);
  expect(await find('ONE')).toEqual([['lonely', false]]);
  expect(await find('%')).toEqual([]);
  expect(await find('one', elsewhere)).toEqual([]);
  const { pagination } = ok(await desk(platform).campuses(page(2)));
  expect(pagination).toMatchObject({ current: 2, ...threePages, hasNext: false });
});
