import { OPEN_MATCHES_MAX, type ChangeAlertSettings } from '@spareswipe/contract';
import { alertsIn, idsOf, newCampus } from '../../../test/support/alerts.js';
import { ok } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import type { GivenStudent } from '../../../test/support/given.js';

const { api, given } = await startCampus();
const alerts = alertsIn(api, given);
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));

const HOUR_MS = 3_600_000;

/** Posts a request on this campus and returns the students alerted in the first `waves` waves. */
async function heardOnceAsked(
  institution: string,
  details: Parameters<typeof given.request>[0] = {},
  waves = 1,
): Promise<string[]> {
  const by = details.by ?? (await given.student({ institution }));
  const id = await given.request({ by, ...details });
  for (let wave = 1; wave <= waves; wave++) {
    // the first is due at once, and the process may have sent it by now
    if (wave > 1) await alerts.pausePasses(id);
    await alerts.waves(id, wave);
  }
  return (await alerts.heard(id)).sort();
}

const set = (column: string, value: unknown, { id }: GivenStudent) =>
  api.db.query(`UPDATE students SET ${column} = $2 WHERE id = $1`, [id, value]);

describe('a request reaches', () => {
  it('nobody whose alerts were never on, are off again, or are for other meals only', async () => {
    const campus = newCampus();
    const fay = await alerts.helper(campus, { mealPeriods: ['lunch'] });
    await given.student({ institution: campus });
    await alerts.helper(campus, { mail: false });
    await alerts.helper(campus, { mealPeriods: ['breakfast', 'dinner'] });
    await alerts.helper(campus, { mealPeriods: [] });
    expect(await heardOnceAsked(campus)).toEqual([fay.id]);
  });

  it('everybody with some meal chosen, when the request is for any meal', async () => {
    const campus = newCampus();
    const helpers = [
      await alerts.helper(campus, { mealPeriods: ['breakfast'] }),
      await alerts.helper(campus, { mealPeriods: ['lunch', 'dinner'] }),
    ];
    await alerts.helper(campus, { mealPeriods: [] });
    expect(await heardOnceAsked(campus, { mealPeriod: 'any' })).toEqual(idsOf(helpers));
  });

  it('students of other campuses only if they chose alerts from all campuses', async () => {
    const campus = newCampus();
    const local = await alerts.helper(campus);
    const anywhere = await alerts.helper(newCampus(), { campus: 'all' });
    await alerts.helper(newCampus());
    const heard = await heardOnceAsked(campus);
    await alerts.helper(newCampus(), { campus: 'mine' });
    ok(await api.as(anywhere).alerts.changeSettings({ body: { mail: false } }));
    expect(heard).toEqual(idsOf([local, anywhere]));
  });

  it('nobody of a paused campus, even with alerts from all campuses, since they could not accept', async () => {
    const campus = newCampus();
    const local = await alerts.helper(campus);
    const closed = newCampus();
    await alerts.helper(closed, { campus: 'all' });
    await alerts.pauseCampus(closed);
    expect(await heardOnceAsked(campus)).toEqual([local.id]);
  });

  it('one account of each mailbox, and none of the requester, so that nobody takes the place of others', async () => {
    const campus = newCampus();
    const [older, younger, other, own] = await alerts.helpers(campus, 4);
    const ruth = await given.student({ institution: campus });
    const move = (account: GivenStudent, to: GivenStudent) =>
      api.db.query('UPDATE students SET mailbox = (SELECT mailbox FROM students WHERE id = $2) WHERE id = $1', [
        account.id,
        to.id,
      ]);
    await move(younger!, older!);
    await move(own!, ruth);
    expect(await heardOnceAsked(campus, { by: ruth }, 2)).toEqual(idsOf([older!, other!]));
    ok(await api.as(older!).alerts.changeSettings({ body: { mail: false } }));
    expect(await heardOnceAsked(campus, { by: ruth }, 2)).toEqual(idsOf([younger!, other!]));
  });

  it('neither its requester nor a student who is suspended, unverified or gone', async () => {
    const campus = newCampus();
    const [fay, ruth, suspended, unverified, gone, back] = await alerts.helpers(campus, 6);
    await set('suspended_until', new Date(Date.now() + HOUR_MS), suspended!);
    await set('suspended_until', new Date(Date.now() - HOUR_MS), back!);
    await set('verified_at', null, unverified!);
    await set('deactivated_at', new Date(), gone!);
    expect(await heardOnceAsked(campus, { by: ruth! })).toEqual(idsOf([fay!, back!]));
  });

  it('a student with the preference "requester" who switched alerts on, since the preference restricts nothing', async () => {
    const campus = newCampus();
    const asking = await alerts.helper(campus);
    await set('role_preference', 'requester', asking);
    expect(await heardOnceAsked(campus)).toEqual([asking.id]);
  });

  it(`nobody who has promised ${OPEN_MATCHES_MAX} meals already`, async () => {
    const campus = newCampus();
    const [busy, busier] = await alerts.helpers(campus, 2);
    for (let count = 1; count < OPEN_MATCHES_MAX; count++)
      await Promise.all([busy!, busier!].map((by) => given.match({ by })));
    await given.match({ by: busier! });
    expect(await heardOnceAsked(campus)).toEqual([busy!.id]);
  });

  it('nobody who is suspended through another account of the same mailbox', async () => {
    const campus = newCampus();
    const [fay, sam] = await alerts.helpers(campus, 2);
    await alerts.helper(campus, {}, { email: sam!.email.replace('@', '+2@') });
    await set('suspended_until', new Date(Date.now() + HOUR_MS), sam!);
    expect(await heardOnceAsked(campus)).toEqual([fay!.id]);
  });

  it('first those who can help today, then those alerted longest ago, then those with fewer meals', async () => {
    const campus = newCampus();
    const rich = await alerts.helper(campus, {}, { credits: 9 });
    const poor = await Promise.all([1, 2, 3].map(() => alerts.helper(campus, {}, { credits: 1 })));
    const [early, late, willing] = await alerts.helpers(campus, 3);
    ok(await api.as(willing!).alerts.changeSettings({ body: { helpToday: true } }));
    const alertedAgo = (hours: number, { id }: GivenStudent) =>
      api.db.query('UPDATE alert_settings SET alerted_at = now() - make_interval(hours => $2) WHERE student_id = $1', [
        id,
        hours,
      ]);
    await alertedAgo(30, early!);
    await alertedAgo(29, late!);
    await alertedAgo(28, willing!);
    expect(await heardOnceAsked(campus)).toEqual(idsOf([willing!, ...poor]));
    const poorer = await alerts.helper(campus, {}, { credits: 0 });
    expect(await heardOnceAsked(campus)).toEqual(idsOf([willing!, poorer, rich, early!]));
  });
});

/** The API's clock shows this moment until the test ends. */
const at = (moment: string) => api.aheadBy(Date.parse(moment) - Date.now());
const inTwoHours = (moment: string) => ({ deadline: new Date(Date.parse(moment) + 2 * HOUR_MS) });

describe('quiet hours', () => {
  it('hold over midnight, to the minute, and by the clock of each student', async () => {
    const moment = '2027-01-15T12:00:00Z';
    const campus = newCampus();
    const inZone = (timeZone: string, from: string, until: string) => {
      const choices: ChangeAlertSettings = { timeZone, quietHours: { from, until } };
      return alerts.helper(campus, choices);
    };
    const awake = [
      await inZone('UTC', '22:00', '08:00'),
      await inZone('UTC', '11:00', '12:00'),
      await inZone('UTC', '12:01', '12:00'),
      await inZone('UTC', '12:00', '12:00'),
      await inZone('Asia/Tokyo', '22:00', '08:00'), // 21:00
    ];
    await inZone('UTC', '12:00', '12:01');
    await inZone('UTC', '13:00', '12:01');
    await inZone('Australia/Sydney', '22:00', '08:00'); // 23:00
    await inZone('America/New_York', '22:00', '08:00'); // 07:00
    await at(moment);
    expect(await heardOnceAsked(campus, inTwoHours(moment), 2)).toEqual(idsOf(awake));
  });

  it.each([
    ['2027-03-13T12:30:00Z', 'the day before the clocks go forward', 0],
    ['2027-03-14T12:30:00Z', 'the day the clocks go forward', 1],
    ['2027-11-06T12:30:00Z', 'the day before the clocks go back', 1],
    ['2027-11-07T12:30:00Z', 'the day the clocks go back', 0],
  ])('end at 8 in the morning in New York, %s: %s', async (moment, _, count) => {
    const campus = newCampus();
    const quietHours = { from: '22:00', until: '08:00' };
    await alerts.helper(campus, { timeZone: 'America/New_York', quietHours });
    await at(moment);
    expect(await heardOnceAsked(campus, inTwoHours(moment))).toHaveLength(count);
  });
});

it('counts the 3 alerts of a day by the clock of the student', async () => {
  const campus = newCampus();
  const fay = await alerts.helper(campus, { timeZone: 'Asia/Tokyo', helpToday: false });
  const evening = '2027-01-15T14:30:00Z'; // 23:30
  await at(evening);
  for (const heard of [[fay.id], [fay.id], [fay.id], []])
    expect(await heardOnceAsked(campus, inTwoHours(evening))).toEqual(heard);
  const afterMidnight = '2027-01-15T15:30:00Z';
  await at(afterMidnight);
  expect(await heardOnceAsked(campus, inTwoHours(afterMidnight))).toEqual([fay.id]);
});

it('ends "I can help today" at midnight of the student', async () => {
  const campus = newCampus();
  await at('2027-01-15T14:30:00Z');
  const fay = await given.student({ institution: campus });
  const settings = async () => ok(await api.as(fay).alerts.settings()).settings;
  ok(await api.as(fay).alerts.changeSettings({ body: { helpToday: true, timeZone: 'Asia/Tokyo' } }));
  expect(await settings()).toMatchObject({ helpToday: true });
  await at('2027-01-15T15:30:00Z');
  expect(await settings()).toMatchObject({ helpToday: false });
});
