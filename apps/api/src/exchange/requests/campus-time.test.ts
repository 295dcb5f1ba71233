import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { startCampus } from '../../../test/support/campus.js';
import { type GivenStudent } from '../../../test/support/given.js';
import { lunch } from '../../../test/support/lunch.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';

const { api, given, accept } = await startCampus();

/** An evening on the west coast, when UTC has the next day. */
const deadline = () => new Date(`${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T01:30:00Z`);

const ask = (student: GivenStudent, timeZone?: string) =>
  api.as(student).requests.create({ body: lunch({ deadline: deadline().toISOString(), timeZone }) });
const zonesOf = (institution: string) =>
  api.db
    .query<{ time_zone: string | null }>('SELECT time_zone FROM campuses WHERE institution = $1', [institution])
    .then((rows) => rows.map((row) => row.time_zone));
const dayIn = (timeZone: string) => deadline().toLocaleDateString('en-US', { weekday: 'long', timeZone });

it('sends the times of a campus by its clock, also to those who never sent one', async () => {
  const [ruth, omar, fay] = [
    await given.student({ institution: 'stanford' }),
    await given.student({ institution: 'stanford' }),
    await given.student({ institution: 'state' }),
  ];
  ok(await ask(ruth, 'America/Los_Angeles'));
  const { request } = ok(await ask(omar));
  ok(await accept(fay, request._id));
  await undoTimePasses(api.db.pool);
  for (const { email } of [omar, fay]) {
    const { text } = await api.inbox.waitForMail(email, 'match');
    const [, first = ''] = /Needed by: (.*)/.exec(text) ?? [];
    expect(first).toMatch(/ at [56]:30 PM Pacific$/);
    expect(first).toContain(dayIn('America/Los_Angeles'));
  }
});

it('gives a campus the zone of its first request that has one: later ones change no clock', async () => {
  const ruth = await given.student({ institution: 'first', credits: 3 });
  for (const zone of [undefined, 'America/Denver', 'Asia/Tokyo']) ok(await ask(ruth, zone));
  expect(await zonesOf('first')).toEqual(['America/Denver']);
});

it('keeps the zone that an operator set, whatever requests bring', async () => {
  const ruth = await given.student({ institution: 'set' });
  await api.db.query(`UPDATE campuses SET time_zone = 'America/Boise' WHERE institution = 'set'`);
  ok(await ask(ruth, 'Asia/Tokyo'));
  expect(await zonesOf('set')).toEqual(['America/Boise']);
});

it('gives a campus one zone, however many students bring one at once', async () => {
  const students = await Promise.all(Array.from({ length: 8 }, () => given.student({ institution: 'crowd' })));
  const responses = await atOnce(8, (index) => ask(students[index]!, index % 2 ? 'America/Chicago' : 'America/Denver'));
  expect(tally(responses)).toEqual({ 201: 8 });
  expect(await zonesOf('crowd')).toHaveLength(1);
});

it('learns no zone from a browser that hides where it is or has a zone that Node or PostgreSQL does not know, but posts its request', async () => {
  const ruth = await given.student({ institution: 'hidden', credits: 5 });
  for (const zone of ['UTC', 'Etc/Unknown', 'America/Atlantis', 'US/Pacific-New', '']) ok(await ask(ruth, zone));
  expect(await zonesOf('hidden')).toEqual([null]);
});

it('learns no zone from a request that is refused', async () => {
  const poor = await given.student({ institution: 'hidden', credits: 0 });
  expect((await ask(poor, 'America/Denver')).status).toBe(402);
  expect(await zonesOf('hidden')).toEqual([null]);
});
