import ICAL from 'ical.js';
import { ok } from '../../../test/support/responses.js';
import { NO } from '../../../test/support/exchanges.js';
import type { Attachment, Mail } from '../../../test/support/inbox.js';
import { startCampus } from '../../../test/support/campus.js';
import { undoTimePasses } from '../../../test/support/time-passes.js';

const { api, given, close, accept, rate, complete, release } = await startCampus();
beforeEach(() => api.forgetLimits());

/** Two students with a match, and the calendar entry that each was sent. */
async function givenMatch() {
  const [ruth, fay] = [await given.student({ name: 'Ruth' }), await given.student({ name: 'Fay' })];
  const requestId = await given.request({
    by: ruth,
    location: 'Café «Süd», 2nd floor; past the very long corridor 🍜',
  });
  const { match } = ok(await accept(fay, requestId));
  await undoTimePasses(api.db.pool);
  const entryOf = async (email: string) => entryIn(await api.inbox.waitForMail(email, 'match'));
  const [ruths, fays] = [await entryOf(ruth.email), await entryOf(fay.email)];
  return { ruth, fay, matchId: match._id, ruths, fays };
}

/** The one event of a mail's only calendar file, which keeps to the format of RFC 5545. */
function entryIn({ attachments }: Mail) {
  expect(attachments).toHaveLength(1);
  return read(attachments[0]!);
}

function read({ content, type, method }: Attachment) {
  expect(type).toBe('text/calendar');
  expect(content).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/);
  const lines = content.split('\r\n');
  expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([]);
  const calendar = new ICAL.Component(ICAL.parse(content) as unknown[]);
  expect(calendar.getFirstPropertyValue('method')).toBe(method);
  const [event, ...more] = calendar.getAllSubcomponents('vevent');
  expect(more).toEqual([]);
  const value = (name: string) => event!.getFirstPropertyValue(name)?.toString();
  expect(value('organizer')).toMatch(/^mailto:[^@\s]+@[^@\s]+$/);
  expect(value('dtstamp')).toMatch(/Z$/);
  return {
    method,
    uid: value('uid'),
    start: value('dtstart'),
    sequence: Number(value('sequence')),
    status: value('status'),
    location: value('location'),
    hasAlarm: event!.getAllSubcomponents('valarm').length > 0,
    hasAttendees: event!.hasProperty('attendee'),
  };
}

const cancelled = ({ uid, start, location }: ReturnType<typeof entryIn>) => ({
  method: 'CANCEL',
  uid,
  start,
  location,
  sequence: 1,
  status: 'CANCELLED',
  hasAlarm: false,
  hasAttendees: false,
});

describe('the calendar file of a match', () => {
  it('publishes one event with an organizer and an alarm, which a strict parser accepts', async () => {
    const { ruths, fays } = await givenMatch();
    for (const entry of [ruths, fays])
      expect(entry).toMatchObject({
        method: 'PUBLISH',
        sequence: 0,
        status: 'CONFIRMED',
        location: 'Café «Süd», 2nd floor; past the very long corridor 🍜',
        hasAlarm: true,
        hasAttendees: false,
      });
    expect(ruths.uid).toBe(fays.uid);
  });

  it('is cancelled for the requester when the fulfiller cannot make it', async () => {
    const { ruth, fay, matchId, ruths } = await givenMatch();
    ok(await release(fay, matchId));
    expect(entryIn(await api.inbox.waitForMail(ruth.email, 'could not make it'))).toEqual(cancelled(ruths));
  });

  it('is cancelled for the fulfiller whose requester leaves, and for the one who leaves', async () => {
    const { ruth, fay, ruths, fays } = await givenMatch();
    ok(await close(ruth));
    expect(entryIn(await api.inbox.waitForMail(fay.email, 'called off'))).toEqual(cancelled(fays));
    expect(entryIn(await api.inbox.waitForMail(ruth.email, 'closed'))).toEqual(cancelled(ruths));
  });

  it('is cancelled, each by its own file, for a fulfiller who leaves several matches', async () => {
    const fay = await given.student();
    for (const requestId of [await given.request(), await given.request()]) ok(await accept(fay, requestId));
    await undoTimePasses(api.db.pool);
    const entries = [
      entryIn(await api.inbox.waitForMail(fay.email, 'match')),
      entryIn(await api.inbox.waitForMail(fay.email, 'match')),
    ];
    ok(await close(fay));
    const { attachments } = await api.inbox.waitForMail(fay.email, 'closed');
    expect(new Set(attachments.map(read))).toEqual(new Set(entries.map(cancelled)));
  });

  it('is cancelled for the student whose "No" from the other side calls the exchange off', async () => {
    const { ruth, fay, matchId, fays } = await givenMatch();
    ok(await rate(ruth, matchId, NO));
    expect(entryIn(await api.inbox.waitForMail(fay.email, 'strike'))).toEqual(cancelled(fays));
  });

  it('stays when a "No" comes after the exchange was completed', async () => {
    const { ruth, fay, matchId } = await givenMatch();
    ok(await complete(ruth, matchId));
    ok(await rate(ruth, matchId, NO));
    expect((await api.inbox.waitForMail(fay.email, 'disputed')).attachments).toEqual([]);
  });
});
