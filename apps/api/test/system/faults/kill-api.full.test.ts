import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { createTestDatabase } from '../../support/database.js';
import { openInbox } from '../../support/inbox.js';
import { startApi } from '../../support/start-api.js';
import { compareWithDatabase, givenPairs, startLoad } from './exchange-load.js';

const PAIRS = 6;
const CREDITS = 10_000;
const KILLS = 2;

const db = await createTestDatabase();
const inbox = await openInbox();
let api = await startApi({ db, inbox });
afterAll(async () => {
  await api.stop();
  await inbox.close();
  await db.close();
});

it('loses nothing it confirmed, does nothing twice, and is ready within 5 s when the API is killed under load', async () => {
  const pairs = await givenPairs(api, PAIRS, CREDITS);
  const load = startLoad(pairs, (token) => api.client(token));
  for (let kill = 0; kill < KILLS; kill++) {
    await load.progress(PAIRS * 2);
    await api.kill();
    const killedAt = Date.now();
    // A supervisor starts the API again; no cleaning up is needed.
    api = await startApi({ db, inbox });
    expect((await api.fetch('/api/health/ready')).status).toBe(200);
    const readyAfterMs = Date.now() - killedAt;
    console.info(`ready ${readyAfterMs} ms after kill -9 of the API`);
    expect(readyAfterMs).toBeLessThan(5000);
  }
  await load.progress(PAIRS * 2);
  const told = await load.stop();

  expect(await compareWithDatabase(api, told, CREDITS)).toEqual([]);
  expect(await auditLedger(db.pool)).toEqual([]);
}, 180_000);
