import { ok } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';
import { DAY, NO } from '../../test/support/exchanges.js';
import type { GivenOperator } from '../../test/support/operators.js';

const { api, given, exchanges, desk, elsewhere, platform } = await startDesk();

const today = async (operator?: GivenOperator) => ok(await desk(operator).today()).today;

it('shows 14 days and 8 weeks of zeros for an empty campus', async () => {
  const { days, weeks, ...counts } = await today(elsewhere);
  expect([days.length, weeks.length]).toEqual([14, 8]);
  expect([...days, ...weeks].every(({ posted, matched, noShows }) => !posted && !matched && !noShows)).toBe(true);
  expect(weeks.every(({ from }) => new Date(from).getUTCDay() === 1)).toBe(true);
  expect(counts).toEqual({
    openRequests: 0,
    minutesToMatch: null,
    noShows: 0,
    waiting: { reports: 0, contests: 0, disputes: 0 },
  });
});

it('counts open requests, time to match, no-shows and what waits, of the campus only', async () => {
  const ruth = await given.student({ credits: 5 });
  await given.request({ by: ruth });
  for (const minutes of [10, 20, 60])
    await given.match({ of: await given.request({ createdAt: new Date(Date.now() - minutes * 60_000) }) });
  const { ruth: accuser, finn, id } = await exchanges.exchange();
  ok(await exchanges.rate(accuser, id, NO));
  const { strikes } = ok(await api.as(finn).strikes.mine());
  ok(await api.as(finn).strikes.contest({ params: { id: strikes[0]!._id }, body: { text: 'I was there at noon.' } }));
  ok(await api.as(finn).reports.report({ body: { about: 'match', id, kind: 'other', text: 'It was not like that.' } }));
  await exchanges.disputed();

  const counts = await today();
  expect(counts).toMatchObject({ openRequests: 1, noShows: 2, waiting: { reports: 1, contests: 1, disputes: 1 } });
  expect(counts.minutesToMatch).toBeGreaterThan(0);
  expect(counts.minutesToMatch).toBeLessThan(61);
  expect(counts.days.at(-1)!.posted + counts.days.at(-2)!.posted).toBe(6);
  expect(counts.weeks.reduce((sum, { matched }) => sum + matched, 0)).toBe(4);
  expect(counts.weeks.reduce((sum, { noShows }) => sum + noShows, 0)).toBe(2);
  expect((await today(platform)).openRequests).toBe(1);
  expect((await today(elsewhere)).waiting).toEqual({ reports: 0, contests: 0, disputes: 0 });
});

it('also counts no-shows that gave no strike, but not those that an operator decided against', async () => {
  const before = (await today()).noShows;
  const ruth = await given.student({ name: 'Ruth', credits: 6 });
  const noShow = async () => {
    const { finn, id } = await exchanges.exchange({ ruth });
    ok(await exchanges.rate(ruth, id, NO));
    return { finn, id };
  };
  const [, , third] = [await noShow(), await noShow(), await noShow()];
  expect((await exchanges.me(third.finn)).strikes.count).toBe(0); // the third in 30 days
  expect((await today()).noShows).toBe(before + 3);

  const { id, finn } = await exchanges.exchange({ ruth: await given.student({ name: 'Rhea', credits: 1 }) });
  ok(await exchanges.rate(finn, id, NO));
  const withdrawn = await api.db.query<{ id: string }>('SELECT id FROM strikes WHERE match_id = $1', [id]);
  ok(await desk().withdrawStrike({ ...about(withdrawn[0]!), body: { reason: REASON } }));
  const denied = await exchanges.disputed();
  ok(await desk().decide({ ...about(denied), body: { awardedTo: 'fulfiller', reason: REASON } }));
  const upheld = await exchanges.disputed();
  ok(await desk().decide({ ...about(upheld), body: { awardedTo: 'requester', reason: REASON } }));
  const counts = await today();
  expect(counts.noShows).toBe(before + 4);
  expect(counts.days.reduce((sum, { noShows }) => sum + noShows, 0)).toBe(before + 4);
});

it('counts days on the clocks of the campus, also where PostgreSQL does not know its zone', async () => {
  const sam = await given.student({ institution: 'other' });
  const at = new Date(Date.now() - 3 * DAY);
  await given.request({ by: sam, createdAt: at });
  const dayOfIt = async (zone: string) => {
    await api.db.query(`UPDATE campuses SET time_zone = $1 WHERE institution = 'other'`, [zone]);
    return (await today(elsewhere)).days.find(({ posted }) => posted === 1)?.from;
  };
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect(await dayOfIt(zone)).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at));
  expect(await dayOfIt('America/Atlantis')).toBe(at.toISOString().slice(0, 10));
});
