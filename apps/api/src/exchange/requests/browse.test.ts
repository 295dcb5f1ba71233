import { folded, type BrowseQuery } from '@spareswipe/contract';
import { ok } from '../../../test/support/responses.js';
import { fillExchange } from '../../../test/support/bulk.js';
import { givenIn, type GivenStudent } from '../../../test/support/given.js';
import { startApi, type Api } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';
import { browseStatement } from './requests.queries.js';

type Asked = Partial<
  Pick<BrowseQuery, 'mealPeriod' | 'urgency' | 'search' | 'campus' | 'location' | 'withinMinutes' | 'page' | 'limit'>
>;

/** A campus with a number of open requests, and a reader on one of its campuses. */
async function exchangeOf(requests: number) {
  const api = await startApi();
  const client = await api.db.pool.connect();
  await fillExchange(client, { requests, campuses: 10 });
  client.release();
  return { api, reader: await givenIn(api.db).student({ institution: 'campus3' }) };
}
const browse = async ({ api, reader }: { api: Api; reader: GivenStudent }, query: Asked) => {
  const { requests, pagination, isTotalCapped } = ok(await api.as(reader).requests.browse({ query }));
  return { ids: requests.map(({ _id }) => _id), ...pagination, isTotalCapped };
};

/** The ids that browsing must return, by the plainest SQL. */
async function all({ api }: { api: Api }, asked: Asked): Promise<string[]> {
  const { mealPeriod, urgency, search, campus, location, withinMinutes } = asked;
  const rows = await api.db.query<{ id: string }>(
    `SELECT id FROM meal_requests
      WHERE status = 'active' AND deadline > now() AND ($1::text IS NULL OR meal_period = $1)
        AND ($2::text IS NULL OR urgency = $2) AND (NOT $4 OR institution = 'campus3')
        AND ($3::text IS NULL OR concat_ws(chr(1), meal_description, location, description) ILIKE '%' || $3 || '%')
        AND ($5::text IS NULL OR lower(location) = lower($5))
        AND ($6::int IS NULL OR deadline <= now() + $6 * interval '1 minute')
      ORDER BY institution <> 'campus3', deadline, id`,
    [mealPeriod ?? null, urgency ?? null, search ?? null, campus === 'mine', location ?? null, withinMinutes ?? null],
  );
  return rows.map(({ id }) => id);
}

describe('with 900 requests open', () => {
  let exchange: Awaited<ReturnType<typeof exchangeOf>>;
  beforeAll(async () => {
    exchange = await exchangeOf(900);
  });
  afterAll(() => exchange.api.stop());

  it.each<[string, Asked]>([
    ['everything', {}],
    ['a campus', { campus: 'mine' }],
    ['a meal period and an urgency', { mealPeriod: 'dinner', urgency: 'low' }],
    ['a word that many have', { search: 'rAmen' }],
    ['a word that few have', { search: 'no 88' }],
    ['a word of one request', { search: 'no 765' }],
    ['a word that nobody has', { search: 'caviar' }],
    ['two letters that many have', { search: 'pi' }],
    ['two letters that few have', { search: '87' }],
    ['two letters that nobody has', { search: 'zq' }],
    ['a place', { location: 'harbor HALL' }],
    ['a place on campus in the next hours', { location: 'Cedar Grill', campus: 'mine', withinMinutes: 1440 }],
    ['what is due soon everywhere', { withinMinutes: 600, urgency: 'high' }],
    ['a word on campus', { search: 'noodle', campus: 'mine', mealPeriod: 'lunch' }],
  ])('finds %s exactly: every page, in order, with its total', async (_, asked) => {
    const wanted = await all(exchange, asked);
    const pages = Math.ceil(wanted.length / 50);
    for (const page of new Set([1, 2, 7, pages - 1, pages, pages + 1].filter((number) => number > 0)))
      expect(await browse(exchange, { ...asked, page, limit: 50 })).toEqual({
        ids: wanted.slice((page - 1) * 50, page * 50),
        current: page,
        pages,
        total: wanted.length,
        hasPrev: page > 1,
        hasNext: page < pages,
        isTotalCapped: false,
      });
  });
});

describe('with 1,200 requests open', () => {
  let exchange: Awaited<ReturnType<typeof exchangeOf>>;
  beforeAll(async () => {
    exchange = await exchangeOf(1200);
  });
  afterAll(() => exchange.api.stop());

  it('pages through the first 1,000, and reports that there are more', async () => {
    expect(await browse(exchange, {})).toMatchObject({
      total: 1000,
      pages: 100,
      hasNext: true,
      isTotalCapped: true,
    });
    const last = await browse(exchange, { page: 100 });
    expect(last).toMatchObject({ total: 1000, hasNext: false, isTotalCapped: true });
    expect(last.ids).toEqual((await all(exchange, {})).slice(990, 1000));
    expect(await browse(exchange, { page: 101 })).toMatchObject({ ids: [], total: 1000, hasNext: false });
  });

  it.each<[string, Asked]>([
    ['a filter', { mealPeriod: 'dinner', urgency: 'low' }],
    ['a campus', { campus: 'mine' }],
    ['a page that is not full', { mealPeriod: 'dinner', page: 2, limit: 50, search: 'no 1' }],
    ['a frequent word', { search: 'noodle' }],
    ['a search that finds nothing', { search: 'zq' }],
  ])('counts %s exactly among many others', async (_, asked) => {
    const wanted = await all(exchange, asked);
    const { page = 1, limit = 10 } = asked;
    expect(await browse(exchange, asked)).toMatchObject({
      ids: wanted.slice((page - 1) * limit, page * limit),
      total: wanted.length,
      isTotalCapped: false,
    });
  });

  it('gives every reader the same total, on every campus and page', async () => {
    const hide = (which: string, count: number) =>
      exchange.api.db.query(
        `UPDATE meal_requests SET location = 'Zx' WHERE id IN (SELECT id FROM (
           SELECT *, row_number() OVER (ORDER BY deadline, id) AS place FROM meal_requests WHERE status = 'active') r
          WHERE ${which} LIMIT ${count})`,
      );
    await hide(`place <= 1000 AND institution = 'campus7'`, 12);
    await hide(`place > 1000 AND institution = 'campus3'`, 18);
    const stranger = await givenIn(exchange.api.db).student({ institution: 'campus9' });
    for (const reader of [exchange.reader, stranger])
      for (const page of [1, 2, 3])
        expect(await browse({ ...exchange, reader }, { search: 'zx', page })).toMatchObject({
          total: 30,
          pages: 3,
          isTotalCapped: false,
        });
  });

  it('lists every request of the student’s own campus, up to the latest', async () => {
    await exchange.api.db.query(
      `UPDATE meal_requests SET location = 'Xz' WHERE id IN (
         SELECT id FROM (SELECT * FROM meal_requests WHERE status = 'active' ORDER BY deadline, id OFFSET 1000) r
          WHERE institution = 'campus3' LIMIT 15)`,
    );
    const seen = new Set<string>();
    for (let page = 1, hasNext = true; hasNext; page++) {
      const read = await browse(exchange, { search: 'xz', page });
      for (const id of read.ids) seen.add(id);
      ({ hasNext } = read);
    }
    expect(seen.size).toBe(15);
  });

  it('counts a smaller campus and a rare word exactly', async () => {
    expect(await browse(exchange, { campus: 'mine' })).toMatchObject({ isTotalCapped: false });
    expect(await browse(exchange, { search: 'no 1187' })).toMatchObject({ isTotalCapped: false });
  });

  it('finds words without regard to case and accents, however the phone writes them, through the index', async () => {
    const { api, reader } = exchange;
    const id = await givenIn(api.db).request({
      mealDescription: 'Crème brûlée, 100 % vegan',
      location: 'Café Łódź',
      description: 'Große Straße, 2nd fløor',
    });
    const searches = ['creme brulee', 'CAFE', 'café', 'cafe\u0301', 'lodz', 'Straße', 'STRASSE', 'grosse', 'floor'];
    for (const search of [...searches, '100 %'])
      expect([search, (await browse(exchange, { search })).ids]).toEqual([search, [id]]);
    expect((await browse(exchange, { location: 'cafe lodz' })).ids).toEqual([id]);
    for (const words of [...searches, 'Łódź', 'FLØOR', 'Đakovo', 'Ærø', 'Œuf', 'ılık'])
      expect(await api.db.query('SELECT folded($1) AS words', [words])).toEqual([{ words: folded(words) }]);
    for (const search of ['caf_', '1%%', '１００％ vegetarian'])
      expect((await browse(exchange, { search })).ids).toEqual([]);

    await api.db.query('ANALYZE meal_requests');
    const { text, values } = browseStatement(reader, { search: 'cafe', page: 1, limit: 10 });
    const plan = await api.db.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    expect(JSON.stringify(plan)).toContain('ix_meal_requests_search');
  });

  it('finds a rare word wherever it is', async () => {
    const [last] = await exchange.api.db.query<{ id: string }>(
      `UPDATE meal_requests SET location = 'Behind the Observatory' WHERE id = (
         SELECT id FROM meal_requests WHERE status = 'active' ORDER BY deadline DESC LIMIT 1) RETURNING id`,
    );
    expect(await browse(exchange, { search: 'OBSERV' })).toMatchObject({ ids: [last!.id], total: 1, pages: 1 });
  });

  it('counts from the index alone after a vacuum, however little it had to clean', async () => {
    const { db } = exchange.api;
    await db.query(
      `UPDATE meal_requests SET deadline = deadline + interval '1 second' WHERE id = (SELECT id FROM meal_requests LIMIT 1)`,
    );
    // again, where a transaction elsewhere might still see the former row
    await until('a vacuum that cleans every page', async () => {
      await db.query('VACUUM meal_requests');
      const pages = `SELECT FROM pg_class WHERE relname = 'meal_requests' AND relallvisible = relpages`;
      return (await db.query(pages)).length === 1;
    });
  });

  it('finds a word that only later requests have many of', async () => {
    await exchange.api.db.query(
      `UPDATE meal_requests SET meal_description = 'Midnight snack' WHERE id IN (
         SELECT id FROM meal_requests WHERE status = 'active' ORDER BY deadline, id OFFSET 800)`,
    );
    const { ids, total } = await browse(exchange, { search: 'midnight', limit: 50 });
    expect(ids).toHaveLength(50);
    expect(total).toBeGreaterThan(300);
  });
});

describe('with exactly 1,000 requests open', () => {
  let exchange: Awaited<ReturnType<typeof exchangeOf>>;
  beforeAll(async () => {
    exchange = await exchangeOf(1000);
  });
  afterAll(() => exchange.api.stop());

  it('says that there are more from the next request on, of everything and of nothing else', async () => {
    for (const asked of [{}, { page: 100 }, { mealPeriod: 'dinner' }, { search: 'zq' }] as const)
      expect(await browse(exchange, asked)).toMatchObject({ isTotalCapped: false });
    await givenIn(exchange.api.db).request({ location: 'Zq' });
    expect(await browse(exchange, {})).toMatchObject({ total: 1000, isTotalCapped: true });
    expect(await browse(exchange, { search: 'zq' })).toMatchObject({ total: 1, isTotalCapped: false });
  });
});
