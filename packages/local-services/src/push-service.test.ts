import { createECDH } from 'node:crypto';
import { subscriberWith } from './push-encryption.js';
import { startPushService } from './push-service.js';

it('decrypts the example of RFC 8291, appendix A', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const browser = subscriberWith(pair, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(browser.decrypt(Buffer.from(body, 'base64url')).toString()).toBe('When I grow up, I want to be a watermelon');
});

it('refuses unsigned pushes, as real push services do', async () => {
  const service = await startPushService();
  const { endpoint } = service.subscribe('B'.repeat(87));
  const headers = { ttl: '60', 'content-encoding': 'aes128gcm' };
  const response = await fetch(endpoint, { method: 'POST', headers, body: 'x' });
  expect([response.status, await response.text()]).toEqual([400, 'not signed with the key of this subscription']);
  expect(service.delivered).toEqual([]);
  await service.close();
});
