import { startPushService } from '@spareswipe/local-services';
import { alertsIn, newCampus, QUIET_NOW } from '../../../test/support/alerts.js';
import { startCampus } from '../../../test/support/campus.js';
import { NO, YES } from '../../../test/support/exchanges.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { ok } from '../../../test/support/responses.js';
import { phonesWith } from '../../../test/support/phones.js';
import { startApi } from '../../../test/support/start-api.js';
import { rewriteMatches, undoTimePasses } from '../../../test/support/time-passes.js';
import { until } from '../../../test/support/until.js';

const { api, given, close, accept, rate, complete, release } = await startCampus();
const service = await startPushService();
const phones = phonesWith(api, service);
let ana: GivenStudent;
let ben: GivenStudent;
beforeEach(async () => {
  ana = await given.student({ name: 'Ana Requester' });
  ben = await given.student({ name: 'Ben Fulfiller' });
});
afterEach(() => expect(service.problems).toEqual([]));
afterAll(() => service.close());

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000);
const benAccepts = async (requestId: string) => ok(await accept(ben, requestId)).match._id;
const titles = (phone: { pushes: () => { payload: Record<string, unknown> }[] }) =>
  phone.pushes().map(({ payload }) => payload.title);
const moveDeadline = (requestId: string, deadline: Date) =>
  api.db.query('UPDATE meal_requests SET deadline = $2 WHERE id = $1', [requestId, deadline]);
const requestOf = async (matchId: string) => {
  const [match] = await api.db.query<{ id: string }>('SELECT request_id AS id FROM matches WHERE id = $1', [matchId]);
  return match!.id;
};
const releasedBefore = (matchId: string, minutes: number) =>
  rewriteMatches(
    api.db.pool,
    `UPDATE matches SET cancelled_at = cancelled_at - interval '${minutes} minutes' WHERE id = '${matchId}'`,
  );
const nothingWaits = () =>
  until('all notifications to be sent', async () => {
    const open = await api.db.query(`SELECT FROM pgboss.job WHERE name = 'push' AND state < 'completed'`);
    return open.length === 0;
  });
async function schedulerLooks() {
  await api.sendDueNotices();
  await nothingWaits();
}

it('asks a requester once by mail, without any device, who has said nothing for a day after the meal', async () => {
  const [quiet, rated] = [await given.match({ by: ben, of: await given.request({ by: ana }) }), await given.match()];
  ok(await rate({ id: rated.requesterId }, rated.id, YES));
  for (const { requestId } of [quiet, rated]) await moveDeadline(requestId, inMinutes(-24 * 60 - 1));
  const { text } = await api.inbox.waitForMail(ana.email, 'Did you get your meal?');
  expect(text).toContain('You have not said whether you got this meal from Ben Fulfiller');
  await schedulerLooks();
  const asked = await api.db.query(
    `SELECT data->'about'->>'matchId' AS id FROM pgboss.job WHERE data->>'mail' = 'completed'
    AND data->'about'->>'because' = 'unsaid' AND data->'about'->>'matchId' = ANY ($1)`,
    [[quiet.id, rated.id]],
  );
  expect(asked).toEqual([{ id: quiet.id }]);
});

describe('the requester is notified', () => {
  it('of an accept, once it can no longer be undone', async () => {
    const phone = await phones.of(ana);
    const requestId = await given.request({ by: ana });
    const matchId = await benAccepts(requestId);
    expect(phone.pushes()).toEqual([]);
    await undoTimePasses(api.db.pool);
    const { payload, ttlSeconds, urgency, topic } = await phone.received();
    const url = `/matches?open=${matchId}`;
    expect(payload).toMatchObject({ title: 'Your request was accepted', url, tag: topic });
    expect(topic).toMatch(/^[\w-]{22}$/);
    expect(urgency).toBe('high');
    expect(ttlSeconds).toBeGreaterThan(110 * 60);
    expect(ttlSeconds).toBeLessThanOrEqual(120 * 60);
  });

  it('of nothing if the accept was undone', async () => {
    const phone = await phones.of(ana);
    ok(await release(ben, await benAccepts(await given.request({ by: ana }))));
    await undoTimePasses(api.db.pool);
    await schedulerLooks();
    expect(phone.pushes()).toEqual([]);
  });

  it('of a release, at once, and no longer of the accept', async () => {
    const phone = await phones.of(ana);
    const id = await benAccepts(await given.request({ by: ana }));
    await undoTimePasses(api.db.pool);
    await phone.received();
    ok(await release(ben, id));
    const { payload, topic } = await phone.received(2);
    expect(payload).toMatchObject({ title: 'Your fulfiller could not make it', url: '/my-requests' });
    expect(payload.body).toContain('Your request is open again.');
    expect(topic).toBe(phone.pushes()[0]!.topic);
  });

  it('of the refund when nobody fulfilled in time', async () => {
    const phone = await phones.of(ana);
    await given.request({ by: ana, deadline: inMinutes(-1), createdAt: inMinutes(-20) });
    expect((await phone.received()).payload).toMatchObject({ title: 'Your meal was refunded' });
  });

  it('that nobody has accepted, one hour before the deadline, once', async () => {
    const phone = await phones.of(ana);
    await given.request({ by: ana, deadline: inMinutes(58), createdAt: inMinutes(-120) });
    await given.request({ by: ana, deadline: inMinutes(58), createdAt: inMinutes(-16) });
    expect((await phone.received()).payload).toMatchObject({ title: 'Nobody has accepted your request yet' });
    await schedulerLooks();
    expect(phone.pushes()).toHaveLength(1);
  });

  it('of a release in the last hour, which "nobody has accepted yet" does not replace', async () => {
    const phone = await phones.of(ana);
    const requestId = await given.request({ by: ana, deadline: inMinutes(240), createdAt: inMinutes(-120) });
    const { id } = await given.match({ of: requestId, by: ben });
    await moveDeadline(requestId, inMinutes(58));
    ok(await release(ben, id));
    await until('the release', () => titles(phone).includes('Your fulfiller could not make it'));
    await schedulerLooks();
    expect(titles(phone).at(-1)).toBe('Your fulfiller could not make it');
    await releasedBefore(id, 16);
    await until('the next notice', () => titles(phone).includes('Nobody has accepted your request yet'));
  });

  it('that nobody has accepted, without advice to ask again while the campus is paused', async () => {
    const institution = newCampus();
    const ida = await given.student({ institution });
    const phone = await phones.of(ida);
    const { openCampus, pauseCampus } = alertsIn(api, given);
    await api.db.query('INSERT INTO campuses (institution) VALUES ($1) ON CONFLICT DO NOTHING', [institution]);
    await pauseCampus(institution);
    await given.request({ by: ida, deadline: inMinutes(58), createdAt: inMinutes(-120) });
    const { payload } = await phone.received();
    expect(payload.title).toBe('Nobody has accepted your request yet');
    expect(payload.body).toContain('Your campus is paused');
    expect(payload.body).not.toMatch(/share|ask again/i);
    await openCampus(institution);
    await given.request({ by: ida, deadline: inMinutes(58), createdAt: inMinutes(-120) });
    expect((await phone.received(2)).payload.body).toContain('ask again');
  });

  it('that the fulfiller marked the meal as complete', async () => {
    const phone = await phones.of(ana);
    const { id } = await given.match({ of: await given.request({ by: ana }), by: ben });
    ok(await complete(ben, id));
    await until('the notification', () => titles(phone).includes('Did you get your meal?'));
    expect(phone.pushes().at(-1)!.payload.url).toBe(`/matches?rate=${id}`);
  });
});

describe('both sides are notified', () => {
  /** A match made 3 hours ago. */
  async function oldMatch(deadline: Date) {
    const requestId = await given.request({ by: ana, deadline: inMinutes(240) });
    const match = await given.match({ of: requestId, by: ben });
    await rewriteMatches(
      api.db.pool,
      `UPDATE matches SET created_at = created_at - interval '3 h' WHERE id = '${match.id}'`,
    );
    await moveDeadline(requestId, deadline);
    return match;
  }

  it('45 minutes before the meal, once, however many processes look', async () => {
    const [hers, his] = [await phones.of(ana), await phones.of(ben)];
    const other = await startApi({ db: api.db, inbox: api.inbox });
    await oldMatch(inMinutes(44));
    await until('both to know', () => titles(hers).includes('Your meal is soon') && titles(his).length > 0);
    await schedulerLooks();
    expect(titles(his)).toEqual(['You promised a meal soon']);
    expect(titles(hers).filter((title) => title === 'Your meal is soon')).toHaveLength(1);
    await other.stop();
  });

  it('half an hour after the deadline, with a link that opens the rating', async () => {
    const [hers, his] = [await phones.of(ana), await phones.of(ben)];
    const { id } = await oldMatch(inMinutes(-31));
    await until('both to be asked', () => titles(hers).includes('How was it?') && titles(his).includes('How was it?'));
    for (const phone of [hers, his]) expect(phone.pushes().at(-1)!.payload.url).toBe(`/matches?rate=${id}`);
  });

  it('half an hour after the deadline, but not the side that has said how it was', async () => {
    const [hers, his] = [await phones.of(ana), await phones.of(ben)];
    const { id } = await oldMatch(inMinutes(-1));
    ok(await rate(ana, id, YES));
    await moveDeadline(await requestOf(id), inMinutes(-31));
    await until('the other to be asked', () => titles(his).includes('How was it?'));
    await schedulerLooks();
    expect(titles(hers)).not.toContain('How was it?');
  });
});

it('tells the fulfiller at once that the requester left', async () => {
  const phone = await phones.of(ben);
  await given.match({ of: await given.request({ by: ana }), by: ben });
  await close(ana);
  expect((await phone.received()).payload).toMatchObject({ title: 'A meal you accepted was called off' });
});

it.each([
  ['fulfiller', 'The details are in your mail.'],
  ['requester', 'Your meal was refunded. The details are in your mail.'],
] as const)(
  'tells the %s at once that the other side called the exchange off, and blames nobody',
  async (side, says) => {
    const [told, tells] = side === 'fulfiller' ? [ben, ana] : [ana, ben];
    const { id } = await given.match({ of: await given.request({ by: ana }), by: ben });
    const phone = await phones.of(told);
    ok(await rate(tells, id, NO));
    await until('the notification', () => titles(phone).includes('Your exchange was called off'));
    const { payload } = phone.pushes().at(-1)!;
    expect(payload.url).toBe(`/matches?open=${id}`);
    expect(payload.body).toMatch(new RegExp(`^Lunch at .+\n${says}$`));
    expect(JSON.stringify(payload)).not.toMatch(/strike|report|follow/i);
  },
);

it('sends news of own exchanges in quiet hours too, even what could wait, but no alert about requests of others', async () => {
  const institution = newCampus();
  const alerts = alertsIn(api, given);
  const ida = await alerts.helper(institution, { mail: false, push: true });
  const phone = await phones.of(ida);
  await api.db.query(`UPDATE alert_settings SET ${QUIET_NOW} WHERE student_id = $1`, [ida.id]);
  const wanted = await given.request({ by: await given.student({ institution }) });
  await alerts.waves(wanted, 1);
  const { id } = await given.match({ of: await given.request({ by: ida }), by: ben });
  ok(await complete(ben, id));
  await until('the notification', () => titles(phone).includes('Did you get your meal?'));
  await given.request({ by: ida, deadline: inMinutes(-1), createdAt: inMinutes(-20) });
  await until('the other', () => titles(phone).includes('Your meal was refunded'));
  expect(titles(phone)).not.toContain('Can you help with a meal?');
  expect(await alerts.heard(wanted)).toEqual([]);
});

it('keeps no record of a student who leaves', async () => {
  const phone = await phones.of(ana);
  await benAccepts(await given.request({ by: ana }));
  await undoTimePasses(api.db.pool);
  await phone.received();
  await close(ana);
  for (const table of ['notices', 'push_subscriptions'])
    expect(await api.db.query(`SELECT FROM ${table} WHERE student_id = $1`, [ana.id])).toEqual([]);
});

it('names nobody, no food and no place on a locked screen', async () => {
  const phone = await phones.of(ana);
  await benAccepts(await given.request({ by: ana, mealDescription: 'Secret soup', location: 'Hidden Hall' }));
  await undoTimePasses(api.db.pool);
  // the ids may have any digits
  const text = JSON.stringify((await phone.received()).payload).replace(/[\da-f-]{36}/g, 'ID');
  for (const secret of ['Ben', 'Ana', 'Secret', 'Hidden', '@', '555']) expect(text).not.toContain(secret);
  expect(text).toMatch(/Lunch at .+, until \w{3}, \d+:\d\d [AP]M/);
});
