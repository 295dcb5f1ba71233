import { randomUUID } from 'node:crypto';
import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given, release } = await startCampus();

const read = async (id: string, as: { id: string }) => api.as(as).requests.one({ params: { id } });
const GONE = { status: 404, body: { code: 'NOT_FOUND' } };

describe('the request of a link', () => {
  it('is for every student while it can be accepted, as in the list', async () => {
    const location = randomUUID();
    const id = await given.request({ location, by: await given.student({ name: 'Ana', institution: 'tech' }) });
    const stranger = await given.student({ institution: 'elsewhere' });
    const listed = ok(await api.as(stranger).requests.browse({ query: { search: location } })).requests;
    expect([ok(await read(id, stranger)).request]).toEqual(listed);
    expect(JSON.stringify(await read(id, stranger))).not.toMatch(/@|phone/);
  });

  it('is gone for others once it is accepted, cancelled or past its deadline, as if it had never been', async () => {
    const stranger = await given.student();
    const accepted = await given.match();
    const late = await given.request();
    await api.db.query(`UPDATE meal_requests SET deadline = now() - interval '1 second' WHERE id = $1`, [late]);
    for (const id of [accepted.requestId, late, await given.cancelled(), 'no-id'])
      expect(await read(id, stranger)).toMatchObject(GONE);
  });

  it('stays readable for its requester, with its match, so that they can ask for it again', async () => {
    const ana = await given.student({ credits: 3 });
    const cancelled = await given.cancelled({ by: ana, location: 'Lakeside' });
    expect(ok(await read(cancelled, ana)).request).toMatchObject({
      location: 'Lakeside',
      status: 'cancelled',
      isOwn: true,
    });
    const match = await given.match({ of: await given.request({ by: ana }), by: await given.student({ name: 'Ben' }) });
    const { request } = ok(await read(match.requestId, ana));
    expect(request).toMatchObject({ status: 'matched', match: { _id: match.id, fulfiller: { name: 'Ben' } } });
    expect(ok(await api.as(ana).requests.mine({ query: { status: 'matched' } })).requests).toEqual([request]);
  });

  it('marks it for a student who released it, who cannot accept it again', async () => {
    const ben = await given.student();
    const { id, requestId } = await given.match({ by: ben });
    ok(await release(ben, id));
    expect(ok(await read(requestId, ben)).request.isReleased).toBe(true);
  });
});

describe('the requests of a place in the next hour', () => {
  const browse = async (query: object) => {
    const reader = await given.student({ institution: 'hall' });
    return ok(await api.as(reader).requests.browse({ query: { campus: 'mine', ...query } })).requests.map(
      ({ mealDescription }) => mealDescription,
    );
  };
  beforeAll(async () => {
    const at = async (mealDescription: string, location: string, minutes: number) =>
      given.request({
        by: await given.student({ institution: 'hall' }),
        mealDescription,
        location,
        deadline: new Date(Date.now() + minutes * 60_000),
      });
    await at('Soon', 'North Hall', 45);
    await at('Later', 'NORTH HALL', 90);
    await at('Elsewhere', 'North Hall Annex', 50);
  });

  it('are those of exactly that place, in upper or lower case', async () => {
    expect(await browse({ location: 'north hall' })).toEqual(['Soon', 'Later']);
    expect(await browse({ location: 'hall' })).toEqual([]);
    expect(await browse({ location: '%' })).toEqual([]);
  });

  it('are due within the minutes asked for', async () => {
    expect(await browse({ withinMinutes: 60 })).toEqual(['Soon', 'Elsewhere']);
    expect(await browse({ withinMinutes: 60, location: 'North Hall' })).toEqual(['Soon']);
  });

  it('include everything when the filters are empty [spec §7.4]', async () => {
    expect(await browse({ withinMinutes: '', location: '' })).toEqual(['Soon', 'Elsewhere', 'Later']);
    for (const withinMinutes of [0, 1441, 'soon'])
      expect(await api.as(await given.student()).requests.browse({ query: { withinMinutes } })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
  });
});
