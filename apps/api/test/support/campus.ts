import { auditLedger } from '../../src/ledger/audit/invariants.js';
import { exchangesIn } from './exchanges.js';
import { startApi } from './start-api.js';

/** Starts the API for all tests of a file. `audited`: checks the whole ledger after each test. */
export async function startCampus({ audited = false } = {}) {
  const api = await startApi();
  if (audited) afterEach(async () => expect(await auditLedger(api.db.pool)).toEqual([]));
  afterAll(() => api.stop());
  return { api, ...exchangesIn(api) };
}
