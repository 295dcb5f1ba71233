import { randomUUID } from 'node:crypto';
import { ok } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';

const { given, ines, desk, elsewhere, platform, profile } = await startDesk();

const reads = async (by = ines) => ok(await desk(by).log({ query: { of: 'contacts', limit: 50 } })).lines;
const readsOf = async (student: { id: string }, by = ines) =>
  (await reads(by)).filter((line) => line.student?._id === student.id);

it('says in the log who read the address and phone number of which student, and when', async () => {
  const sam = await given.student();
  const before = Date.now();
  ok(await desk().student(about(sam)));
  const [line] = await readsOf(sam);
  expect(line).toMatchObject({
    operator: ines.email,
    action: 'read-contact',
    campus: 'state',
    reason: 'The page of the student showed address and phone number.',
  });
  expect(Math.abs(new Date(line!.createdAt).getTime() - before)).toBeLessThan(60_000);
});

it('says so of every student in a list, and of no other', async () => {
  const [sam, tess, other] = [await given.student(), await given.student(), await given.student()];
  const { students } = ok(await desk().students({ query: { search: sam.email } }));
  expect(students.map(({ _id }) => _id)).toEqual([sam.id]);
  ok(await desk().students({ query: { search: tess.email, page: 2 } }));
  for (const read of [sam, tess])
    expect(await readsOf(read)).toMatchObject([{ reason: 'A list of students showed the address.' }]);
  expect(await readsOf(other)).toEqual([]);
});

it('writes one line an hour for each operator and student, however often they look', async () => {
  const sam = await given.student();
  for (const by of [ines, ines, platform]) ok(await desk(by).student(about(sam)));
  expect((await readsOf(sam)).map(({ operator }) => operator)).toEqual([platform.email, ines.email]);
});

it('writes no line of a student whom the operator does not find', async () => {
  const sam = await given.student();
  const before = (await reads(platform)).length;
  for (const id of [sam.id, randomUUID()]) expect((await desk(elsewhere).student(about({ id }))).status).toBe(404);
  expect(await reads(platform)).toHaveLength(before);
});

it('keeps reads apart from actions where only one of them is wanted, and shows both otherwise', async () => {
  const sam = await given.student();
  ok(await desk().suspend({ ...about(sam), body: { days: 1, reason: REASON } }));
  ok(await desk().student(about(sam)));
  const latest = async (of?: 'actions' | 'contacts') =>
    ok(await desk().log({ query: { of, limit: 2 } })).lines.map(({ action }) => action);
  expect(await latest()).toEqual(['read-contact', 'suspend']);
  expect((await latest('actions'))[0]).toBe('suspend');
  expect(await latest('contacts')).toEqual(['read-contact', 'read-contact']);
  expect((await profile(sam)).log.map(({ action }) => action)).toEqual(['suspend']);
});
