import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PUSH_DEVICES_MAX } from '@spareswipe/contract';
import { startPushService } from '@spareswipe/local-services';
import { startCampus } from '../../../test/support/campus.js';
import { inFull, ROUNDS } from '../../../test/support/levels.js';
import { newVapidKey, phonesWith, PUBLIC_KEY } from '../../../test/support/phones.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const { api, given, close } = await startCampus();
const service = await startPushService();
const phones = phonesWith(api, service);
afterEach(async () => {
  service.recover();
  await api.waits({ pushResponse: 5000 });
  expect(service.problems).toEqual([]);
});
afterAll(() => service.close());

const test = (student: { id: string }) => api.as(student).alerts.test();
const deviceCount = async (student: { id: string }) =>
  (await api.db.query('SELECT FROM push_subscriptions WHERE student_id = $1', [student.id])).length;
const retried = () => api.db.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state = 'retry'`);
/** The pause before each next try is over. */
const retriesAreDue = () =>
  api.db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'push' AND state = 'retry'`);
const openJobs = () => api.db.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state < 'completed'`);
async function withPhone() {
  const ana = await given.student();
  return { ana, phone: await phones.of(ana) };
}
/** A student with a phone, and a notification that the push service did not take and that is to wait for an hour. */
async function whoseNotificationWaits() {
  const made = await withPhone();
  service.behave({ status: 503, headers: { 'retry-after': '3600' }, times: 1 });
  await test(made.ana);
  await until('the retry to wait', async () => (await retried()).length === 1);
  return made;
}
/** Waits until every notification was sent or given up, without the pauses between two tries. */
const jobsEnd = () =>
  until('the jobs to end', async () => {
    await retriesAreDue();
    return (await openJobs()).length === 0;
  });

describe('a device', () => {
  it('gets the notifications of its student, encrypted for it and signed by us', async () => {
    const ana = await given.student();
    const [phone, tablet, stranger] = [
      await phones.of(ana),
      await phones.of(ana),
      await phones.of(await given.student()),
    ];
    expect(await test(ana)).toMatchObject({ status: 200, body: { sent: ['push'] } });
    expect((await phone.received()).payload).toMatchObject({ title: 'Notifications work', url: '/profile' });
    await tablet.received();
    expect(stranger.pushes()).toEqual([]);
  });

  it('knows itself in the list, which shows no endpoint and no key', async () => {
    const { ana, phone } = await withPhone();
    const { body } = await api.as(ana).push.devices();
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(phone.endpoint))).toString('base64url');
    expect(body).toMatchObject({ publicKey: PUBLIC_KEY, devices: [{ _id: phone.id, endpointHash: hash }] });
    expect(JSON.stringify(body)).not.toContain(phone.endpoint);
    expect(JSON.stringify(body)).not.toContain(phone.subscription.keys.auth);
  });

  it('is refused with a key for which nothing can be encrypted', async () => {
    const { keys, ...subscription } = service.subscribe(PUBLIC_KEY);
    const noPoint = { ...subscription, keys: { ...keys, p256dh: 'B'.repeat(87) } };
    const refused = { code: 'VALIDATION_FAILED', errors: [{ path: 'keys.p256dh', message: expect.any(String) }] };
    const ana = await given.student();
    expect(await api.as(ana).push.subscribe({ body: noPoint })).toMatchObject({ status: 400, body: refused });
  });

  it('may subscribe again without becoming two', async () => {
    const { ana, phone } = await withPhone();
    const { body } = await api.as(ana).push.subscribe({ body: phone.subscription });
    expect(body).toMatchObject({ device: { _id: phone.id } });
    expect(await deviceCount(ana)).toBe(1);
  });

  it('belongs to who logged in last, and shows nothing that was on its way to the student before', async () => {
    const { ana, phone } = await whoseNotificationWaits();
    const ben = await given.student();
    await api.as(ben).push.subscribe({ body: phone.subscription });
    expect(await deviceCount(ana)).toBe(0);
    await jobsEnd();
    expect(phone.pushes()).toEqual([]);
    await test(ben);
    await phone.received();
  });

  it('is one of at most 10: the eleventh replaces the oldest', async () => {
    const ana = await given.student();
    const devices = [];
    for (let count = 0; count < 11; count++) devices.push(await phones.of(ana));
    const { body } = await api.as(ana).push.devices();
    const ids = 'devices' in body ? body.devices.map(({ _id }) => _id) : [];
    expect(ids).toEqual(devices.slice(1).map(({ id }) => id));
  });

  it('can be removed by its student only', async () => {
    const [ana, ben] = [await given.student(), await given.student()];
    const phone = await phones.of(ana);
    expect((await api.as(ben).push.unsubscribe({ params: { id: phone.id } })).status).toBe(404);
    expect((await api.as(ana).push.unsubscribe({ params: { id: phone.id } })).status).toBe(200);
    expect((await api.as(ana).push.unsubscribe({ params: { id: phone.id } })).status).toBe(404);
    expect(await test(ana)).toMatchObject({ body: { sent: [] } });
  });

  it('gets nothing after the student logs out on it', async () => {
    const ana = await given.student();
    await phones.of(ana);
    await api.as(ana).sessions.end();
    expect(await deviceCount(ana)).toBe(0);
  });

  it.each<[string, (session: string) => string]>([
    ['ended without its device', (session) => `UPDATE sessions SET ended_at = now() WHERE id = ${session}`],
    ['expired', (session) => `UPDATE sessions SET expires_at = now() WHERE id = ${session}`],
    ['is gone', (session) => `DELETE FROM sessions WHERE id = ${session}`],
  ])('gets nothing once its session %s, and is forgotten', async (_, ends) => {
    const ana = await given.student();
    const [lost, kept] = [await phones.of(ana), await phones.of(ana)];
    const other = randomUUID();
    await api.db.query(
      `INSERT INTO sessions (id, student_id, created_at, last_used_at, expires_at)
       VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
      [other, ana.id],
    );
    await api.db.query('UPDATE push_subscriptions SET session_id = $2 WHERE id = $1', [lost.id, other]);
    await api.db.query(ends(`'${other}'`));
    await test(ana);
    await kept.received();
    expect(lost.attempts()).toBe(0);
    const { body } = await api.as(ana).push.devices();
    expect(body).toMatchObject({ devices: [{ _id: kept.id }] });
    await api.prune();
    expect(await deviceCount(ana)).toBe(1);
  });

  it('is not there when its student logged out or left at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ana = await given.student();
      await api.tokenOf(ana);
      const ends = round % 2 ? api.as(ana).sessions.end() : close(ana);
      await Promise.all([ends, api.as(ana).push.subscribe({ body: service.subscribe(PUBLIC_KEY) })]);
      expect(await deviceCount(ana)).toBe(0);
    }
  });

  it('is forgotten with the account, and gets nothing that was on its way', async () => {
    const { ana, phone } = await whoseNotificationWaits();
    expect((await close(ana)).status).toBe(200);
    expect(await deviceCount(ana)).toBe(0);
    await jobsEnd();
    expect(phone.pushes()).toEqual([]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that says %i ends the subscription', async (status) => {
    const { ana, phone } = await withPhone();
    service.behave({ status, times: 1 });
    await test(ana);
    await until('the device to be forgotten', async () => (await deviceCount(ana)) === 0);
    expect(phone.attempts()).toBe(1);
  });

  it('that is down gets the notification when it is back', async () => {
    const { ana, phone } = await withPhone();
    service.behave({ status: 500, times: 2 });
    await test(ana);
    await jobsEnd();
    await phone.received();
    expect(phone.attempts()).toBe(3);
  });

  it.each([
    ['seconds', () => '400'],
    ['a date', () => new Date(Date.now() + 401_000).toUTCString()],
  ])('that responds 429 with %s is left alone for that long', async (_, retryAfter) => {
    const { ana, phone } = await withPhone();
    service.behave({ status: 429, headers: { 'retry-after': retryAfter() }, times: 1 });
    await test(ana);
    await until('the next try in 400 seconds', async () => {
      const waits = await api.db.query<{ seconds: number }>(
        `SELECT extract(epoch FROM start_after - started_on)::float AS seconds FROM pgboss.job WHERE name = 'push' AND state = 'retry'`,
      );
      return waits.some(({ seconds }) => seconds >= 399 && seconds < 410);
    });
    await jobsEnd();
    expect(phone.attempts()).toBe(2);
  });

  it('that asks to be called again at once is still left alone for longer after each failure', async () => {
    const { ana, phone } = await withPhone();
    service.behave({ status: 503, headers: { 'retry-after': '0' } });
    await test(ana);
    await until('two attempts', async () => {
      await retriesAreDue();
      return phone.attempts() >= 2;
    });
    await until('a wait of two seconds', async () => {
      const waits = `SELECT FROM pgboss.job
        WHERE name = 'push' AND state = 'retry' AND retry_count >= 1 AND start_after >= started_on + interval '2 seconds'`;
      return (await api.db.query(waits)).length === 1;
    });
  });

  it('that never responds delays no caller and is asked again', async () => {
    const { ana, phone } = await withPhone();
    service.behave({ silent: true, times: 1 });
    await api.waits({ pushResponse: 1000 });
    await test(ana);
    await until('the first attempt', () => phone.attempts() === 1); // the caller has its response, and nobody another
    await jobsEnd();
    await phone.received();
    expect(phone.attempts()).toBe(2);
  });

  it('that refuses every notification for 14 days loses its device, and none of them is retried', async () => {
    const { ana, phone } = await withPhone();
    service.behave({ status: 403 });
    for (const [count, devices] of [1, 0].entries()) {
      await test(ana);
      await until('the refusal', () => phone.attempts() === count + 1);
      await until('the job to end', async () => (await openJobs()).length === 0);
      expect(await deviceCount(ana)).toBe(devices);
      await api.db.query(`UPDATE push_subscriptions SET failing_since = now() - interval '15 days'`);
    }
  });

  it('that fails for 14 days loses its device, but not if it took a notification in between', async () => {
    const { ana, phone } = await withPhone();
    const daysPass = (days: number) =>
      api.db.query(
        `UPDATE push_subscriptions SET failing_since = failing_since - make_interval(days => $2) WHERE id = $1`,
        [phone.id, days],
      );
    for (const days of [13, 2]) {
      service.behave({ status: 503, headers: { 'retry-after': '0' }, times: 1 });
      await test(ana);
      await jobsEnd();
      await daysPass(days); // moves nothing: the later success cleared the failure
    }
    expect(await deviceCount(ana)).toBe(1);
    service.behave({ status: 503, times: 1 });
    await test(ana);
    await until('the first failure', async () => {
      const failing = 'SELECT FROM push_subscriptions WHERE id = $1 AND failing_since IS NOT NULL';
      return (await api.db.query(failing, [phone.id])).length === 1;
    });
    service.behave({ silent: true });
    await daysPass(15);
    await api.waits({ pushResponse: 100 });
    await until('the device to be forgotten', async () => {
      await retriesAreDue();
      return (await deviceCount(ana)) === 0;
    });
  });

  it('begins its 14 days anew when the device subscribes again', async () => {
    const { ana, phone } = await withPhone();
    await api.db.query(`UPDATE push_subscriptions SET failing_since = now() - interval '15 days' WHERE id = $1`, [
      phone.id,
    ]);
    await api.as(ana).push.subscribe({ body: phone.subscription });
    service.behave({ status: 503, headers: { 'retry-after': '0' }, times: 1 });
    await test(ana);
    await jobsEnd();
    await phone.received();
    expect(await deviceCount(ana)).toBe(1);
  });

  it('can lead nowhere else: redirects are not followed', async () => {
    const inside = createServer();
    let visitors = 0;
    inside.on('connection', () => visitors++).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { ana, phone } = await withPhone();
    const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
    service.behave({ status: 307, headers: { location }, times: 1 });
    await test(ana);
    await until('the job to end', async () => (await openJobs()).length === 0);
    expect([phone.attempts(), visitors]).toEqual([1, 0]);
    inside.close();
  });
});

describe('a notification', () => {
  it('that was sent but not recorded is the same one when it is sent again', async () => {
    const { ana, phone } = await withPhone();
    await test(ana);
    const { payload } = await phone.received();
    await until('the job to end', async () => (await openJobs()).length === 0);
    // as if the worker had died between the push service's yes and its own record of it
    await api.db.query(
      `UPDATE pgboss.job SET state = 'retry', completed_on = NULL, start_after = now() WHERE name = 'push' AND id = $1`,
      [payload.id],
    );
    expect((await phone.received(2)).payload).toEqual(payload);
  });

  it('replaces an older one about the same that still waits', async () => {
    const { ana, phone } = await whoseNotificationWaits();
    await test(ana);
    await phone.received();
    await jobsEnd();
    expect(phone.pushes()).toHaveLength(1);
  });

  it('that came too late is dropped', async () => {
    const { phone } = await whoseNotificationWaits();
    await api.aheadBy(6 * 60_000);
    await jobsEnd();
    await api.aheadBy(0);
    expect(phone.attempts()).toBe(1);
  });

  it('goes out although an endpoint of another student ends the connection without a response', async () => {
    const [ana, eve] = [await given.student(), await given.student()];
    const phone = await phones.of(ana);
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: nothing\r\n\r\n');
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { keys, publicKey } = service.subscribe(PUBLIC_KEY);
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/x`;
    await api.as(eve).push.subscribe({ body: { endpoint, keys, publicKey } });
    await api.waits({ pushResponse: 500 });
    await test(eve);
    await until('the first attempt', async () => (await retried()).length === 1);
    await test(ana);
    await phone.received();
    await api.db.query('DELETE FROM push_subscriptions WHERE student_id = $1', [eve.id]);
    silent.close();
  });

  it('is not delayed by devices that never respond, on two accounts of another mailbox: only two are called at once', async () => {
    const ana = await given.student();
    const eves = [await given.student({ email: 'eve+1@state.edu' }), await given.student({ email: 'eve+2@state.edu' })];
    const phone = await phones.of(ana);
    const open = new Set<Socket>();
    const silent = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await api.waits({ pushResponse: 60_000 });
    for (const [account, eve] of eves.entries()) {
      for (let device = 1; device <= 5; device++) {
        const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/${account}/${device}`;
        await api.as(eve).push.subscribe({ body: { ...service.subscribe(PUBLIC_KEY), endpoint } });
      }
      await test(eve);
    }
    await until('two of them to be called', () => open.size === 2);
    await test(ana);
    await phone.received();
    expect(open.size).toBe(2);
    await api.db.query('DELETE FROM push_subscriptions WHERE student_id = ANY ($1)', [eves.map(({ id }) => id)]);
    open.forEach((socket) => socket.destroy());
    silent.close();
  });

  it('reaches ten devices at most, also where they subscribe at the same moment', async () => {
    const eve = await given.student();
    const subscribe = () => api.as(eve).push.subscribe({ body: service.subscribe(PUBLIC_KEY) });
    await Promise.all(Array.from({ length: PUSH_DEVICES_MAX + 8 }, subscribe));
    const listed = await api.as(eve).push.devices();
    expect(listed.status === 200 && listed.body.devices).toHaveLength(PUSH_DEVICES_MAX);
  });

  inFull(() => {
    it('is not sent to a device that subscribed with an older key of ours', async () => {
      const { ana, phone } = await withPhone();
      const rotated = await startApi({ db: api.db, inbox: api.inbox, settings: { VAPID_PRIVATE_KEY: newVapidKey() } });
      const devices = await rotated.as(ana).push.devices();
      expect(devices.body).toMatchObject({ publicKey: expect.not.stringMatching(PUBLIC_KEY) });
      expect((await rotated.as(ana).alerts.test()).body).toMatchObject({ sent: [] });
      expect(await rotated.as(ana).push.subscribe({ body: phone.subscription })).toMatchObject({
        status: 409,
        body: { code: 'PUSH_KEY_CHANGED' },
      });
      expect(phone.attempts()).toBe(0);
      await rotated.stop();
    });
  });
});
