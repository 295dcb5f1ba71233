import { createTestDatabase } from '../../../test/support/database.js';
import { givenIn } from '../../../test/support/given.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi } from '../../../test/support/start-api.js';

it('a log-in with an unknown address queries the database as often as one with a wrong password', async () => {
  const db = await createTestDatabase();
  const given = givenIn(db);
  const [{ email: known }, { email: unverified }] = [await given.student(), await given.student({ verified: false })];
  const proxy = await openProxy(db.url);
  const proxied = await startApi({ db, settings: { DATABASE_URL: proxy.url } });
  await proxied.rest();
  /** The smallest of three counts: work in the background may add to one. */
  const roundTrips = async (email: string) => {
    const counts: number[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const before = proxy.roundTrips();
      expect((await proxied.client().auth.login({ body: { email, password: 'Wrong1' } })).status).toBe(401);
      counts.push(proxy.roundTrips() - before);
    }
    return Math.min(...counts);
  };
  const trips = [await roundTrips('nobody@state.edu'), await roundTrips(known), await roundTrips(unverified)];
  expect(trips).toEqual(Array(3).fill(trips[0]));
  await proxied.stop();
  await proxy.close();
  await db.close();
});
