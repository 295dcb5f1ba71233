import { startPushService } from '@spareswipe/local-services';
import { alertsIn, newCampus, QUIET_IN_AN_HOUR, QUIET_NOW } from '../../../test/support/alerts.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO } from '../../../test/support/exchanges.js';
import { phonesWith } from '../../../test/support/phones.js';
import { ok } from '../../../test/support/responses.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';

const { api, given, rate, release } = await startCampus();
const alerts = alertsIn(api, given);
const service = await startPushService();
const phones = phonesWith(api, service);
afterEach(() => {
  service.recover();
  expect(service.problems).toEqual([]);
});
afterAll(() => service.close());

/** A helper with a phone, whose alert about a request has been tried once and waits to be tried again. */
async function alertOnItsWay() {
  const institution = newCampus();
  const helper = await alerts.helper(institution, { mail: false, push: true });
  const phone = await phones.of(helper);
  service.behave({ status: 503, headers: { 'retry-after': '3600' }, times: 1 });
  const requester = await given.student({ institution });
  const requestId = await given.request({ by: requester });
  await until('the first attempt', () => phone.attempts() === 1);
  return { helper, phone, requester, requestId };
}
/** Waits until every notification was sent or given up, without the pauses between two tries. */
const allEnd = () =>
  until('the jobs to end', async () => {
    await api.db.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'push' AND state = 'retry'`);
    const open = await api.db.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state < 'completed'`);
    return open.length === 0;
  });

it('a suspended student gets no alert that was on its way, but still notifications about their own exchanges', async () => {
  const { helper, phone } = await alertOnItsWay();
  await api.db.query(`UPDATE students SET suspended_until = now() + interval '7 days' WHERE id = $1`, [helper.id]);
  await allEnd();
  expect(phone.attempts()).toBe(1);
  await api.as(helper).alerts.test();
  expect((await phone.received()).payload).toMatchObject({ title: 'Notifications work' });
});

it.each<[string, (alert: Awaited<ReturnType<typeof alertOnItsWay>>) => Promise<unknown>]>([
  ['somebody took the request', ({ requestId }) => given.match({ of: requestId })],
  [
    'the request was cancelled',
    ({ requestId: id, requester }) => api.as(requester).requests.cancel({ params: { id } }),
  ],
  ['the student switched these off', ({ helper }) => api.as(helper).alerts.changeSettings({ body: { push: false } })],
  [
    'the quiet hours of the student began',
    ({ helper }) => api.db.query(`UPDATE alert_settings SET ${QUIET_NOW} WHERE student_id = $1`, [helper.id]),
  ],
])('an alert that was on its way is not sent once %s', async (_, happens) => {
  const alert = await alertOnItsWay();
  await happens(alert);
  await allEnd();
  expect(alert.phone.attempts()).toBe(1);
});

it('an alert waits for a phone that is off until the quiet hours of the student at most, although the meal is later', async () => {
  const { helper, phone } = await alertOnItsWay();
  await api.db.query(`UPDATE alert_settings SET ${QUIET_IN_AN_HOUR} WHERE student_id = $1`, [helper.id]);
  await allEnd();
  const { ttlSeconds } = await phone.received();
  expect(ttlSeconds).toBeGreaterThan(58 * 60);
  expect(ttlSeconds).toBeLessThanOrEqual(60 * 60);
});

it('a closed account gets nothing that was on its way, even if its device is still there', async () => {
  const { helper, phone } = await alertOnItsWay();
  await api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [helper.id]);
  await allEnd();
  expect(phone.attempts()).toBe(1);
  expect(await api.db.query('SELECT FROM push_subscriptions WHERE id = $1', [phone.id])).toHaveLength(1);
});

it('a student whose only device subscribed with an older key of ours does not count as alerted', async () => {
  const institution = newCampus();
  const helper = await alerts.helper(institution, { mail: false, push: true });
  const { id } = await phones.of(helper);
  await api.db.query(`UPDATE push_subscriptions SET public_key = 'an older one' WHERE id = $1`, [id]);
  const requestId = await given.request({ by: await given.student({ institution }) });
  await alerts.waves(requestId, 1);
  expect(await alerts.heard(requestId)).toEqual([]);
});

it('an alert comes by mail only to students whose devices get none', async () => {
  const institution = newCampus();
  const both = { mail: true, push: true };
  const reachable = await alerts.helper(institution, both);
  const phone = await phones.of(reachable);
  const without = await alerts.helper(institution, both);
  const outdated = await alerts.helper(institution, both);
  const { id } = await phones.of(outdated);
  await api.db.query(`UPDATE push_subscriptions SET public_key = 'an older one' WHERE id = $1`, [id]);
  const byMail = await alerts.helper(institution, { mail: true, push: false });
  await phones.of(byMail);
  await given.request({ by: await given.student({ institution }) });
  expect((await phone.received()).payload).toMatchObject({ title: 'Can you help with a meal?' });
  for (const { email } of [without, outdated, byMail]) await api.inbox.waitForMail(email, 'needs a meal');
  expect(api.inbox.to(reachable.email)).toEqual([]);
});

describe('a newer state of an exchange is never replaced by an older one', () => {
  /** Ruth's phone, and her request that Finn accepted; the push service has the notification of that, and hangs. */
  async function acceptHangs(behaviour: Parameters<typeof service.behave>[0]) {
    const [ruth, finn] = [await given.student(), await given.student()];
    const phone = await phones.of(ruth);
    service.behave({ ...behaviour, times: 1 });
    const { id } = await given.match({ of: await given.request({ by: ruth }), by: finn });
    await undoTimePasses(api.db.pool, { withMails: false });
    await until('the first attempt', () => phone.attempts() === 1);
    const titles = () => phone.pushes().map(({ payload }) => payload.title);
    return { ruth, finn, id, titles, release: async () => ok(await release(finn, id)) };
  }
  const RELEASED = 'Your fulfiller could not make it';
  afterEach(() => api.waits({ pushResponse: 5000 }));

  it('the match is released while the push service takes its time over the accept', async () => {
    let letGo!: () => void;
    const after = new Promise<void>((resolve) => (letGo = resolve));
    const { finn, titles, release } = await acceptHangs({ status: 201, after });
    const later = await phones.of(finn);
    await release();
    ok(await api.as(finn).alerts.test());
    await later.received(); // so the release would have gone out, too
    letGo();
    await allEnd();
    expect(titles()).toEqual(['Your request was accepted', RELEASED]);
  });

  it('the match is released while the push service hangs until we give up', async () => {
    await api.waits({ pushResponse: 1000 });
    const { titles, release } = await acceptHangs({ silent: true });
    await release();
    await allEnd();
    expect(titles()).toEqual([RELEASED]);
    expect(await api.db.query(`SELECT FROM pgboss.job WHERE name = 'push-dead'`)).toEqual([]);
  });

  it('the requester says "No", which nobody notifies them of, while the accept waits for a retry', async () => {
    const { ruth, id, titles } = await acceptHangs({ status: 503, headers: { 'retry-after': '3600' } });
    await until('the retry to wait', async () => {
      const waiting = await api.db.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state = 'retry'`);
      return waiting.length === 1;
    });
    ok(await rate(ruth, id, NO));
    await allEnd();
    expect(titles()).toEqual([]);
  });
});
