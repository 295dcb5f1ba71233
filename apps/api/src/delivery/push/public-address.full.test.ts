import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startPushService } from '@spareswipe/local-services';
import { givenIn } from '../../../test/support/given.js';
import { newVapidKey, PUBLIC_KEY } from '../../../test/support/phones.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

/** In production the API connects only to endpoints with public addresses. */

const PRODUCTION = {
  NODE_ENV: 'production',
  PORT: '0',
  MAIL_FROM: 'SpareSwipe <hello@swipes.example.edu>',
  SIGNUP_CREDITS: '2',
  VAPID_PRIVATE_KEY: '',
};

let visitors = 0;
const inside = createServer((socket) => {
  visitors++;
  socket.on('error', () => undefined).destroy();
}).listen(0, '127.0.0.1');
await once(inside, 'listening');
const { port } = inside.address() as AddressInfo;
const service = await startPushService();
const production = await startApi({ settings: { ...PRODUCTION, VAPID_PRIVATE_KEY: newVapidKey() } });
afterAll(async () => {
  await production.stop();
  await service.close();
  inside.close();
});

const deadLetters = async () => {
  const jobs = await production.db.query<{ data: object }>(
    `SELECT data || source_output AS data FROM pgboss.job WHERE name = 'push-dead'`,
  );
  return jobs.map(({ data }) => data);
};
const subscribe = async (endpoint: string) => {
  const ana = await givenIn(production.db).student();
  const { body } = await production.as(ana).push.devices();
  const publicKey = (body as { publicKey: string }).publicKey;
  const { keys } = service.subscribe(publicKey);
  return { ana, response: await production.as(ana).push.subscribe({ body: { endpoint, keys, publicKey } }) };
};

it('refuses an endpoint that leads inside', async () => {
  const { response } = await subscribe('https://10.0.0.8/x');
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

it('never connects to a private address, even one that was written into the database', async () => {
  const { ana } = await subscribe('https://push.example.com/x');
  await production.db.query(`UPDATE push_subscriptions SET endpoint = $2 WHERE student_id = $1`, [
    ana.id,
    `https://127.0.0.1:${port}/x`,
  ]);
  await production.as(ana).alerts.test();
  await until('the notification to be given up', async () => (await deadLetters()).length === 1);
  expect(visitors).toBe(0);
  expect(await deadLetters()).toMatchObject([{ reason: 'push service ENOTPUBLIC' }]);
  expect(JSON.stringify([await deadLetters(), await production.logs()])).not.toContain(`${port}/x`);
});

it('says that notifications are not set up if there is no key', async () => {
  const ana = await givenIn(production.db).student();
  const off = await startApi({ db: production.db, inbox: production.inbox, settings: PRODUCTION });
  expect((await off.as(ana).push.devices()).body).toMatchObject({ publicKey: null });
  const { keys, endpoint } = service.subscribe(PUBLIC_KEY);
  const response = await off.as(ana).push.subscribe({ body: { endpoint, keys, publicKey: PUBLIC_KEY } });
  expect(response).toMatchObject({ status: 503, body: { code: 'PUSH_NOT_CONFIGURED' } });
  await off.stop();
});
