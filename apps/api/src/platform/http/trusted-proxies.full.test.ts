import { createTestDatabase } from '../../../test/support/database.js';
import { startApi } from '../../../test/support/start-api.js';

const db = await createTestDatabase();
afterAll(() => db.close());

it.each([
  ['false', '8.8.8.8', 'nobody believes it'],
  ['2', '8.8.8.8', 'fewer proxies'],
  ['1', '8.8.8.8, 10.0.0.7', 'more proxies'],
  ['127.0.0.1', '8.8.8.8, 10.0.0.8', 'more proxies'],
  ['127.0.0.1, 10.0.0.8', '8.8.8.8, 10.0.0.8', undefined],
  ['1', '8.8.8.8', undefined],
  ['2', '8.8.8.8, 10.0.0.7', undefined],
  ['1', '10.0.0.9', undefined], // a client on the campus network
  ['false', undefined, undefined],
])('with TRUST_PROXY=%s and calls for %s, warns of: %s', async (TRUST_PROXY, forwardedFor, problem) => {
  const api = await startApi({ db, settings: { TRUST_PROXY } });
  const headers: Record<string, string> = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {};
  for (let call = 0; call < 3; call++) await api.fetch('/api/health/live', { headers });
  const warnings = (await api.logs()).filter(({ alert }) => alert === 'trust-proxy').map(({ msg }) => msg);
  expect(warnings).toEqual(problem ? [expect.stringContaining(problem)] : []);
  await api.stop();
});
