import { givenIn } from '../../../test/support/given.js';
import { openStream } from '../../../test/support/live.js';
import { openProxy } from '../../../test/support/postgres-proxy.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

it('behind a pooler that shares connections, lists keep polling, a gauge shows it, and the log says why, once', async () => {
  const api = await startApi();
  const proxy = await openProxy(api.db.url, { pooler: true });
  const pooled = await startApi({ db: { ...api.db, url: proxy.url }, inbox: api.inbox });
  const student = await givenIn(api.db).student();
  const warnings = async () =>
    (await pooled.logs()).filter((line) => JSON.stringify(line).includes('LISTEN does not work'));
  await until('the process to notice', async () => (await warnings()).length > 0);
  expect((await openStream(pooled, student)).status).toBe(204);
  expect(await (await pooled.fetch('/api/metrics')).text()).toContain('\nlive_listening 0\n');
  await until('its third try to begin', () => proxy.listeners() > 2);
  expect(await warnings()).toHaveLength(1);
  await pooled.stop();
  await proxy.close();
  await api.stop();
});
