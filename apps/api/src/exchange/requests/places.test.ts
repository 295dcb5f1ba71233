import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';

const { api, given } = await startCampus();

/** Requests at these places, each by another student of the campus. */
async function requestsAt(institution: string, places: string[]) {
  for (const location of places) await given.request({ by: await given.student({ institution }), location });
}
const placesFor = async (institution: string) =>
  ok(await api.as(await given.student({ institution })).requests.places()).places;

describe('the places that the form suggests', () => {
  it('are those of the own campus, the most frequent first, however they are capitalised', async () => {
    await requestsAt('places', ['Lakeside', 'North Hall', 'north hall', 'North Hall', 'Lakeside']);
    await requestsAt('elsewhere', ['Far Hall', 'Far Hall']);
    expect(await placesFor('places')).toEqual(['North Hall', 'Lakeside']);
  });

  it('never include what only one student wrote, however often', async () => {
    const by = await given.student({ institution: 'private', credits: 3 });
    for (let posted = 0; posted < 3; posted++) await given.request({ by, location: 'My room, 12 Elm Street' });
    await requestsAt('private', ['Harbor Hall']);
    expect(await placesFor('private')).toEqual([]);
  });

  it('never include what one mailbox wrote under several accounts', async () => {
    for (const account of ['', '+a', '+b'])
      await given.request({
        by: await given.student({ institution: 'accounts', email: `one${account}@accounts.edu` }),
        location: 'Buy at my shop',
      });
    expect(await placesFor('accounts')).toEqual([]);
  });

  it('include those of requests that are over, for 90 days', async () => {
    const createdAt = new Date(Date.now() - 91 * 86_400_000);
    for (const [location, more] of [
      ['Old Hall', { createdAt }],
      ['New Hall', {}],
    ] as const)
      for (const by of [await given.student({ institution: 'over' }), await given.student({ institution: 'over' })])
        await given.cancelled({ by, location, ...more });
    expect(await placesFor('over')).toEqual(['New Hall']);
  });

  it('begin with the places that operators of the campus set, in their order, without repeats', async () => {
    await requestsAt('named', ['lakeside', 'Lakeside', 'Harbor Hall', 'Harbor Hall']);
    await api.db.query(`UPDATE campuses SET places = ARRAY['North Hall', 'Lakeside'] WHERE institution = 'named'`);
    expect(await placesFor('named')).toEqual(['North Hall', 'Lakeside', 'Harbor Hall']);
    const ten = Array.from({ length: 10 }, (_, number) => `Named ${9 - number}`);
    await api.db.query(`UPDATE campuses SET places = $1 WHERE institution = 'named'`, [ten]);
    expect(await placesFor('named')).toEqual(ten);
    await api.db.query(
      `UPDATE campuses SET places = ARRAY['Lakeside'], places_only = true WHERE institution = 'named'`,
    );
    expect(await placesFor('named')).toEqual(['Lakeside']);
  });

  it('are eight at most', async () => {
    const halls = Array.from({ length: 9 }, (_, number) => `Hall ${number}`);
    await requestsAt('many', [...halls, ...halls]);
    expect(await placesFor('many')).toHaveLength(8);
  });
});
