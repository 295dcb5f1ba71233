import type { ChangeAlertSettings } from '@spareswipe/contract';
import { alertsIn, newCampus } from '../../../test/support/alerts.js';
import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { until } from '../../../test/support/until.js';

const { api, given, close, accept } = await startCampus();
const alerts = alertsIn(api, given);
beforeEach(() => api.forgetLimits());

const settingsOf = async (student: GivenStudent) => ok(await api.as(student).alerts.settings()).settings;
const change = async (student: GivenStudent, body: ChangeAlertSettings) =>
  ok(await api.as(student).alerts.changeSettings({ body })).settings;

describe('the settings of alerts', () => {
  it('are all off until the student switches something on, with quiet hours at night', async () => {
    expect(await settingsOf(await given.student())).toEqual({
      push: false,
      mail: false,
      mealPeriods: ['breakfast', 'lunch', 'dinner'],
      campus: 'mine',
      quietHours: { from: '22:00', until: '08:00' },
      timeZone: 'UTC',
      helpToday: false,
      showDetails: false,
    });
  });

  it('keep everything that a change leaves out', async () => {
    const fay = await given.student();
    const quietHours = { from: '23:30', until: '07:15' };
    await change(fay, { mail: true, mealPeriods: ['dinner', 'lunch', 'lunch'], timeZone: 'America/Denver' });
    await change(fay, { quietHours, campus: 'all', push: true });
    expect(await change(fay, { showDetails: true, helpToday: true, push: false })).toEqual({
      push: false,
      mail: true,
      mealPeriods: ['lunch', 'dinner'],
      campus: 'all',
      quietHours,
      timeZone: 'America/Denver',
      helpToday: true,
      showDetails: true,
    });
    expect(await change(fay, { helpToday: false })).toMatchObject({ helpToday: false, mail: true });
  });

  it('take the zone of the campus until a browser names one, and no zone that nobody knows', async () => {
    const campus = newCampus();
    await api.db.query('INSERT INTO campuses (institution, time_zone) VALUES ($1, $2)', [campus, 'America/Chicago']);
    const fay = await given.student({ institution: campus });
    expect(await settingsOf(fay)).toMatchObject({ timeZone: 'America/Chicago' });
    expect(await change(fay, { mail: true, timeZone: 'Mars/Olympus' })).toMatchObject({ timeZone: 'America/Chicago' });
    expect(await change(fay, { timeZone: 'Europe/Madrid' })).toMatchObject({ timeZone: 'Europe/Madrid' });
    expect(await change(fay, { mail: false })).toMatchObject({ timeZone: 'Europe/Madrid' });
  });

  it.each<[unknown, string]>([
    [{}, 'Please check what you entered'],
    [{ mail: 'yes' }, 'Please choose on or off'],
    [{ mealPeriods: ['brunch'] }, 'Please choose breakfast, lunch or dinner'],
    [{ quietHours: { from: '24:00', until: '08:00' } }, 'Please enter a time between 00:00 and 23:59'],
    [{ campus: 'other' }, 'Please choose your own campus or all'],
  ])('refuse %j in words for a screen', async (body, message) => {
    const answer = await api.as(await given.student()).alerts.changeSettings({ body: body as ChangeAlertSettings });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  });
});

describe('one press in a mail', () => {
  /** A student with alerts by mail, and the headers of one. */
  async function givenMail() {
    const campus = newCampus();
    const fay = await alerts.helper(campus, { push: true, mealPeriods: ['lunch'] });
    await given.request({ by: await given.student({ institution: campus }) });
    const { headers, text } = await api.inbox.waitForMail(fay.email, 'needs a meal');
    const url = /^<https:\/\/swipes\.example\.edu(\/api\/alerts\/unsubscribe\/\S+)>$/.exec(
      headers['list-unsubscribe']!,
    );
    return { fay, headers, text, path: url![1]! };
  }
  const press = (path: string, type = 'application/x-www-form-urlencoded') =>
    api.fetch(path, { method: 'POST', headers: { 'content-type': type }, body: 'List-Unsubscribe=One-Click' });

  it('ends alerts by mail without a log-in, however often, and changes nothing else', async () => {
    const { fay, headers, path } = await givenMail();
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const before = await settingsOf(fay);
    for (let time = 0; time < 2; time++) expect((await press(path)).status).toBe(200);
    expect((await press(path, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await settingsOf(fay)).toEqual({ ...before, mail: false });
  });

  it('works from the page that the mail links to, too, which sends JSON', async () => {
    const { fay, text } = await givenMail();
    const token = /https:\/\/swipes\.example\.edu\/unsubscribe\/(\S+)/.exec(text)![1]!;
    ok(await api.client().alerts.unsubscribe({ params: { token } }));
    expect(await settingsOf(fay)).toMatchObject({ mail: false });
  });

  it('leads a browser to the page that asks, and changes nothing, since mail scanners open every link', async () => {
    const { fay, path, text } = await givenMail();
    const page = /https:\/\/swipes\.example\.edu(\/unsubscribe\/\S+)/.exec(text)![1]!;
    const opened = await api.fetch(path, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, page]);
    expect(await settingsOf(fay)).toMatchObject({ mail: true });
  });

  it.each(['01890000-0000-4000-8000-000000000000', 'forged', '%00', "'--"])('refuses the token %s', async (token) => {
    const answer = await press(`/api/alerts/unsubscribe/${token}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  it('says that the link of a closed account is not valid', async () => {
    const { fay, path } = await givenMail();
    ok(await close(fay));
    expect((await press(path)).status).toBe(400);
  });
});

describe('a student who leaves', () => {
  it('is forgotten by alerts', async () => {
    const campus = newCampus();
    const fay = await alerts.helper(campus);
    const id = await given.request({ by: await given.student({ institution: campus }) });
    await alerts.waves(id, 1);
    expect(await alerts.heard(id)).toEqual([fay.id]);
    ok(await close(fay));
    for (const table of ['alert_settings', 'alerts'])
      expect(await api.db.query(`SELECT FROM ${table} WHERE student_id = $1`, [fay.id])).toEqual([]);
  });

  it('can leave while waves are about to alert them, and gets no alert later', async () => {
    const campus = newCampus();
    const leaving = await alerts.helpers(campus, 4);
    const requesters = await Promise.all([1, 2, 3, 4, 5].map(() => given.student({ institution: campus })));
    const [responses] = await Promise.all([
      Promise.all(leaving.map((student) => close(student))),
      Promise.all(requesters.map((by) => given.request({ by }))),
      api.sendDueWaves(),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await api.sendDueWaves();
    for (const { id } of leaving)
      expect(await api.db.query('SELECT FROM alerts WHERE student_id = $1', [id])).toEqual([]);
  });
});

it('sends a test by the ways that are on', async () => {
  const fay = await given.student();
  expect(ok(await api.as(fay).alerts.test()).sent).toEqual([]);
  await change(fay, { mail: true });
  expect(ok(await api.as(fay).alerts.test()).sent).toEqual(['mail']);
  const { headers, text } = await api.inbox.waitForMail(fay.email, 'how an alert arrives');
  expect(headers['list-unsubscribe']).toContain('/api/alerts/unsubscribe/');
  expect(text).toContain('Alerts by mail reach you.');
});

it('counts per campus the alerts that were sent, opened and accepted from, and how requests fared', async () => {
  const campus = newCampus();
  const [fay, gus] = await alerts.helpers(campus, 3);
  const [id, missed] = [
    await given.request({ by: await given.student({ institution: campus }) }),
    await given.request({ by: await given.student({ institution: campus }) }),
  ];
  await alerts.waves(id, 1);
  await alerts.waves(missed, 1);
  for (const student of [fay!, gus!, fay!, await given.student()])
    ok(await api.as(student).alerts.opened({ body: { requestId: id } }));
  ok(await accept(fay!, id));
  await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [missed]);
  await until('the refund', async () => {
    const rows = await api.db.query(`SELECT FROM meal_requests WHERE id = $1 AND status = 'expired'`, [missed]);
    return rows.length > 0;
  });
  // the files before in this process may have read them within the minute
  await api.waits({ reachComputed: -1 });
  const metrics = await (await api.fetch('/api/metrics')).text();
  const value = (name: string, label: string) =>
    Number(new RegExp(`^${name}\\{campus="${campus}",${label}\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
  expect(value('alerts_last_day', 'outcome="sent"')).toBe(6);
  expect(value('alerts_last_day', 'outcome="opened"')).toBe(2);
  expect(value('alerts_last_day', 'outcome="accepted"')).toBe(1);
  expect(value('requests_filled_ratio', 'of="ended"')).toBe(0.5);
  expect(value('request_match_seconds', 'quantile="0.5"')).toBeGreaterThan(0);
  expect(metrics).not.toContain(fay!.email);
});

it('forgets alerts after 30 days', async () => {
  const campus = newCampus();
  const helpers = await alerts.helpers(campus, 2);
  const id = await given.request({ by: await given.student({ institution: campus }) });
  await alerts.waves(id, 1);
  await api.db.query(`UPDATE alerts SET alerted_at = now() - interval '30 days 1 minute' WHERE student_id = $1`, [
    helpers[0]!.id,
  ]);
  await api.prune();
  expect(await alerts.heard(id)).toHaveLength(1);
});
