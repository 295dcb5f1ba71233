import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningPostgres, startPostgres } from '@spareswipe/local-services';
import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { createTestDatabase } from '../../support/database.js';
import { startApi } from '../../support/start-api.js';
import { compareWithDatabase, givenPairs, startLoad } from './exchange-load.js';

const PAIRS = 6;
const CREDITS = 10_000;

// Its own server, run as by `pnpm start`: on disk, and restarted by its guardian.
const dataDir = await mkdtemp(join(tmpdir(), 'spareswipe-kill-'));
const postgres = await startPostgres({ dataDir });
process.env.TEST_SERVER_URL = postgres.url;
const db = await createTestDatabase();
const api = await startApi({ db });
afterAll(async () => {
  await api.stop();
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('loses nothing it confirmed, does nothing twice, and is ready within 5 s when PostgreSQL is killed under load', async () => {
  const load = startLoad(await givenPairs(api, PAIRS, CREDITS), (token) => api.client(token));
  await load.progress(PAIRS * 2);
  const { pid } = (await findRunningPostgres(dataDir))!;
  process.kill(pid, 'SIGKILL');
  const killedAt = Date.now();
  while ((await isReady()) && Date.now() - killedAt < 2000) await pause(5);
  while (!(await isReady())) await pause(25);
  const readyAfterMs = Date.now() - killedAt;
  console.info(`ready ${readyAfterMs} ms after kill -9 of PostgreSQL`);
  expect(readyAfterMs).toBeLessThan(5000);
  await load.progress(PAIRS * 2);
  const told = await load.stop();

  expect(await compareWithDatabase(api, told, CREDITS)).toEqual([]);
  expect(await auditLedger(db.pool)).toEqual([]);
}, 180_000);

const isReady = async () => (await api.fetch('/api/health/ready')).status === 200;
