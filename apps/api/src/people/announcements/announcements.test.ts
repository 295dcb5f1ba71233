import { randomUUID } from 'node:crypto';
import { ANNOUNCEMENTS_SHOWN } from '@spareswipe/contract';
import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { about, startDesk, REASON } from '../../../test/support/desk.js';
import { DAY } from '../../../test/support/exchanges.js';
import type { GivenOperator } from '../../../test/support/operators.js';

const { api, given, desk, elsewhere, platform, operators } = await startDesk();
beforeEach(() => api.db.query(`UPDATE announcements SET withdrawn_at = now()`));

const announce = (text: string, { campus = 'state', by }: { campus?: string; by?: GivenOperator } = {}) =>
  desk(by).announce({ body: { campus, text } });
const shownTo = async (student: { id: string }) => ok(await api.as(student).announcements.unread()).announcements;
const textsFor = async (student: { id: string }) => (await shownTo(student)).map(({ text }) => text);

it('shows an announcement to the students of its campus, to each until they have read it', async () => {
  const [ruth, finn] = [await given.student(), await given.student()];
  const away = await given.student({ institution: 'other' });
  ok(await announce('North Hall is closed <b>today</b>.\nSouth Hall is open.'));
  for (const student of [ruth, finn])
    expect(await textsFor(student)).toEqual(['North Hall is closed <b>today</b>.\nSouth Hall is open.']);
  expect(await textsFor(away)).toEqual([]);

  const [announcement] = await shownTo(ruth);
  const read = (student: { id: string }) => api.as(student).announcements.read(about({ id: announcement!._id }));
  ok(await read(ruth));
  ok(await read(ruth));
  expect((await read(away)).status).toBe(404);
  expect([await textsFor(ruth), (await textsFor(finn)).length]).toEqual([[], 1]);
  expect(ok(await desk().announcements()).announcements).toMatchObject([{ campus: 'state', readers: 1 }]);
});

it('an operator announces 20 times an hour at most', async () => {
  const by = await operators.operator('state');
  const announced = await Promise.all(
    Array.from({ length: 21 }, () => announce('North Hall is closed today.', { by })),
  );
  expect(tally(announced)).toEqual({ 200: 20, '429 TOO_MANY_REQUESTS': 1 });
});

it('the account says whether announcements wait, until the student has dismissed all of them', async () => {
  const [ruth, away] = [await given.student(), await given.student({ institution: 'other' })];
  const waits = async (student: { id: string }) => ok(await api.as(student).users.me()).user.hasUnreadAnnouncements;
  expect(await waits(ruth)).toBe(false);
  for (const text of ['The first one.', 'The second one.']) ok(await announce(text));
  expect([await waits(ruth), await waits(away)]).toEqual([true, false]);
  const [second, first] = await shownTo(ruth);
  ok(await api.as(ruth).announcements.read(about({ id: first!._id })));
  expect(await waits(ruth)).toBe(true);
  ok(await desk().withdrawAnnouncement({ params: { id: second!._id }, body: { reason: REASON } }));
  expect(await waits(ruth)).toBe(false);
  ok(await announce('The third one.'));
  expect(await waits(ruth)).toBe(true);
  await api.db.query('UPDATE announcements SET created_at = created_at - $1::interval', [`${(30 * DAY) / 1000} s`]);
  expect(await waits(ruth)).toBe(false);
});

it('shows the latest three, for 30 days', async () => {
  const ruth = await given.student();
  const texts = ['The first one.', 'The second one.', 'The third one.', 'The fourth one.'];
  for (const text of texts) ok(await announce(text));
  expect(await textsFor(ruth)).toEqual(texts.slice(-ANNOUNCEMENTS_SHOWN).reverse());
  await api.db.query('UPDATE announcements SET created_at = created_at - $1::interval', [`${(30 * DAY) / 1000} s`]);
  expect(await textsFor(ruth)).toEqual([]);
});

it('lets an operator speak to their own campus only, with a line in the log', async () => {
  expect((await announce('Not your campus.', { campus: 'other' })).status).toBe(404);
  expect((await announce('No such campus.', { campus: 'nowhere', by: platform })).status).toBe(404);
  ok(await announce('To the other one.', { campus: 'other', by: platform }));
  const { lines } = ok(await desk(elsewhere).log({ query: {} }));
  expect(lines[0]).toMatchObject({ action: 'announce', operator: platform.email, reason: 'To the other one.' });
});

it('shows an announcement once when it is sent again with the same key, at once or later', async () => {
  const ruth = await given.student();
  const headers = { 'idempotency-key': randomUUID() };
  const send = (text: string, by?: GivenOperator) => desk(by).announce({ body: { campus: 'state', text }, headers });
  const text = 'North Hall opens at noon.';
  expect(tally([...(await atOnce(3, () => send(text))), await send(text)])).toEqual({ 200: 4 });
  expect(await textsFor(ruth)).toEqual([text]);
  const { lines } = ok(await desk().log({ query: {} }));
  expect(lines.filter(({ reason }) => reason === text)).toHaveLength(1);
  for (const refused of [await send('Something else.'), await send(text, platform)])
    expect(refused).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

it('takes an announcement back, once, for a reason', async () => {
  const ruth = await given.student();
  ok(await announce('This is a mistake.'));
  const [announcement] = await shownTo(ruth);
  const withdraw = (by?: GivenOperator) =>
    desk(by).withdrawAnnouncement({ params: { id: announcement!._id }, body: { reason: REASON } });
  expect((await withdraw(elsewhere)).status).toBe(404);
  ok(await withdraw());
  expect((await withdraw()).status).toBe(404);
  expect(await textsFor(ruth)).toEqual([]);
  const { lines } = ok(await desk().log({ query: {} }));
  expect(lines[0]).toMatchObject({
    action: 'withdraw-announcement',
    reason: REASON,
    before: { text: 'This is a mistake.' },
  });
});
