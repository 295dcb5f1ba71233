import { ok } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';
import { DAY, NO } from '../../test/support/exchanges.js';
import type { GivenStudent } from '../../test/support/given.js';
import type { GivenOperator } from '../../test/support/operators.js';

const { api, given, exchanges, elsewhere, platform, desk, profile } = await startDesk();
let ruth: GivenStudent;
let again: GivenStudent;
let finn: GivenStudent;
let gail: GivenStudent;
beforeAll(async () => {
  ruth = await given.student({ name: 'Ruth', email: 'ruth@state.edu', credits: 5 });
  again = await given.student({ name: 'Ruth again', email: 'ruth+2@state.edu', credits: 5 });
  finn = await given.student({ name: 'Finn' });
  gail = await given.student({ name: 'Gail', institution: 'other' });
  const noShow = async (requester: GivenStudent, fulfiller: GivenStudent) => {
    const { id } = await exchanges.exchange({ ruth: requester, finn: fulfiller });
    ok(await exchanges.rate(requester, id, NO));
    return id;
  };
  const ago = async (days: number, id: string) => {
    const at = new Date(Date.now() - days * DAY);
    await api.db.query('UPDATE ratings SET created_at = $2 WHERE match_id = $1', [id, at]);
    await api.db.query('UPDATE strikes SET created_at = $2 WHERE match_id = $1', [id, at]);
  };
  await ago(181, await noShow(ruth, await given.student({ name: 'Long ago' })));
  await ago(40, await noShow(ruth, finn));
  await ago(39, await noShow(again, finn)); // one person's word against the same student: no second strike
  const [strike] = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [
    await noShow(again, gail),
  ]);
  ok(await desk(elsewhere).withdrawStrike({ ...about(strike!), body: { reason: REASON } }));
  const completed = await exchanges.exchange({ ruth: await given.student({ name: 'Una', credits: 1 }), finn });
  ok(await exchanges.rate(finn, completed.id, NO));
});

const listed = async (operator?: GivenOperator) => {
  const { byAccuser, byAccused } = ok(await desk(operator).noShows());
  const named = (records: typeof byAccuser) => records.map(({ student, ...counts }) => [student.name, counts]);
  return { byAccuser: named(byAccuser), byAccused: named(byAccused) };
};

it('lists who reports how many people for not coming, whichever account they use', async () => {
  expect((await listed()).byAccuser).toEqual([
    ['Ruth again', { noShows: 3, people: 2, struck: 1, withdrawn: 1 }],
    ['Finn', { noShows: 1, people: 1, struck: 1, withdrawn: 0 }],
  ]);
});

it('lists who is reported, and by how many people, only to operators of their campus', async () => {
  expect((await listed()).byAccused).toEqual([
    ['Finn', { noShows: 2, people: 1, struck: 1, withdrawn: 0 }],
    ['Una', { noShows: 1, people: 1, struck: 1, withdrawn: 0 }],
  ]);
  const gails = ['Gail', { noShows: 1, people: 1, struck: 0, withdrawn: 1 }];
  expect(await listed(elsewhere)).toEqual({ byAccuser: [], byAccused: [gails] });
  expect((await listed(platform)).byAccused).toContainEqual(gails);
});

it('shows on the page of a student their reports of others, and reports of them by others', async () => {
  const none = { noShows: 0, people: 0, struck: 0, withdrawn: 0 };
  for (const account of [ruth, again])
    expect((await profile(account)).noShows).toEqual({
      reported: { noShows: 3, people: 2, struck: 1, withdrawn: 1 },
      received: none,
    });
  expect((await profile(finn)).noShows).toEqual({
    reported: { noShows: 1, people: 1, struck: 1, withdrawn: 0 },
    received: { noShows: 2, people: 1, struck: 1, withdrawn: 0 },
  });
  expect((await profile(await given.student())).noShows).toEqual({ reported: none, received: none });
});
