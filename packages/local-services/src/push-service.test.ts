import { startPushService } from './push-service.js';

it('refuses unsigned pushes, as real push services do', async () => {
  const service = await startPushService();
  const { endpoint } = service.subscribe('B'.repeat(87));
  const headers = { ttl: '60', 'content-encoding': 'aes128gcm' };
  const response = await fetch(endpoint, { method: 'POST', headers, body: 'x' });
  expect([response.status, await response.text()]).toEqual([400, 'not signed with the key of this subscription']);
  expect(service.delivered).toEqual([]);
  await service.close();
});
