import { alertsIn, idsOf, newCampus } from '../../support/alerts.js';
import { givenIn } from '../../support/given.js';
import { openProxy } from '../../support/postgres-proxy.js';
import { startApi, type Api } from '../../support/start-api.js';

/** Kills a process before and after one protocol message of a wave after another, while two others work beside it. */

const STRIDE = 16;
const HELPERS = 8;

let api: Api;
let other: Api;
beforeAll(async () => {
  api = await startApi();
  other = await startApi({ db: api.db, inbox: api.inbox });
  await Promise.all([api.rest(), other.rest()]);
}, 120_000);
afterAll(async () => {
  await other.stop();
  await api.stop();
});

it('alerts every student exactly once, wherever in a wave a process is killed', async () => {
  const given = givenIn(api.db);
  const alerts = alertsIn(api, given);
  let kills = 0;
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at += STRIDE) {
      const campus = newCampus();
      const helpers = await alerts.helpers(campus, HELPERS);
      const proxy = await openProxy(api.db.url);
      const victim = await startApi({ db: api.db, inbox: api.inbox, settings: { DATABASE_URL: proxy.url } });
      await victim.rest();
      const id = await given.request({ by: await given.student({ institution: campus }) });
      const killed = new Promise<void>((done) => {
        proxy.cutAt({ at, when, then: () => void victim.kill().then(done) });
      });
      await victim.sendDueWaves().catch(() => undefined);
      const wasKilled = proxy.disarm();
      if (wasKilled) await killed;
      else await victim.stop();
      await proxy.close();
      for (const wave of [1, 2, 3]) {
        await Promise.all([api.sendDueWaves(), other.sendDueWaves()]);
        await alerts.waves(id, wave);
        await alerts.pausePasses(id);
      }
      expect({ at, when, heard: (await alerts.heard(id)).sort() }).toEqual({ at, when, heard: idsOf(helpers) });
      const mailed = await api.db.query<{ email: string }>(
        `SELECT data->'to'->>'email' AS email FROM pgboss.job WHERE data->>'mail' = 'meal-wanted'
            AND data->'about'->>'requestId' = $1`,
        [id],
      );
      expect(mailed.map(({ email }) => email).sort()).toEqual(helpers.map(({ email }) => email).sort());
      if (!wasKilled) break;
      kills++;
    }
  console.info(`${kills} processes killed in a wave`);
  expect(kills).toBeGreaterThan(40 / STRIDE);
}, 600_000);
