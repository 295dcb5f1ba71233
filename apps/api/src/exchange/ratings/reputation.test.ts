import type { Reputation } from '@spareswipe/contract';
import { ok } from '../../../test/support/responses.js';
import { DAY, HOUR } from '../../../test/support/exchanges.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { startCampus } from '../../../test/support/campus.js';
import { until } from '../../../test/support/until.js';
import { completeMatch } from '../../operations/commands/rows.js';

const { api, given, rate, complete, exchange } = await startCampus();

const ownReputation = async (student: GivenStudent) => ok(await api.as(student).account.stats()).stats.reputation;

/** Waits until the scheduler has computed everything that is due. */
const settled = () =>
  until('all reputations to be computed', async () => {
    const due = await api.db.query('SELECT FROM reputation_changes WHERE due_at <= now()');
    return due.length === 0;
  });

/** Finn shares a meal with somebody, who gives these stars; both rate unless `isReturned` is false. */
async function fed(
  finn: GivenStudent,
  score: number,
  { by, isReturned = true }: { by?: GivenStudent; isReturned?: boolean } = {},
) {
  const made = await exchange({ finn, ruth: by ?? (await given.student({ name: 'Ruth', credits: 9 })) });
  ok(await complete(made.ruth, made.id));
  ok(await rate(made.ruth, made.id, { followedThrough: true, score }));
  if (isReturned) ok(await rate(finn, made.id, { followedThrough: true, score: 5 }));
  return made;
}

async function settledReputation(student: GivenStudent): Promise<Reputation | undefined> {
  await settled();
  return ownReputation(student);
}

/** Moves a rating, and when its reputation is due, this far into the past. */
async function daysPass(matchId: string, days: number) {
  await api.db.query('UPDATE ratings SET created_at = created_at - make_interval(days => $2) WHERE match_id = $1', [
    matchId,
    days,
  ]);
  await api.db.query('UPDATE reputation_changes SET due_at = due_at - make_interval(days => $1)', [days]);
}

describe('the reputation of a student', () => {
  it('shows once three different people rated, as half stars and meals shared, wherever the name stands', async () => {
    const finn = await given.student({ name: 'Finn', credits: 9 });
    await fed(finn, 5);
    await fed(finn, 4);
    expect(await settledReputation(finn)).toBeUndefined();
    const { ruth } = await fed(finn, 4);
    const reputation = { stars: 4.5, meals: 3 };
    expect(await settledReputation(finn)).toEqual(reputation);

    const [match] = ok(await api.as(ruth).matches.mine({ query: {} })).matches;
    expect(match!.fulfiller).toEqual({ name: 'Finn', reputation });
    expect(match!.request.requester).toEqual({ name: 'Ruth' });
    const [own] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(own!.match!.fulfiller).toEqual({ name: 'Finn', reputation });
    await given.request({ by: finn, mealDescription: 'Ramen of Finn' });
    const browsed = ok(await api.as(ruth).requests.browse({ query: { search: 'Ramen of Finn' } })).requests;
    expect(browsed[0]!.requester).toEqual({ name: 'Finn', institution: 'state', reputation });
    const { request: opened } = ok(await api.as(ruth).requests.one({ params: { id: browsed[0]!._id } }));
    expect(opened.requester).toEqual({ name: 'Finn', institution: 'state', reputation });
  });

  it('does not change before a rating is visible to the rated student', async () => {
    const finn = await given.student({ name: 'Finn' });
    for (const score of [5, 5, 5]) await fed(finn, score);
    expect(await settledReputation(finn)).toEqual({ stars: 5, meals: 3 });
    const { id } = await fed(finn, 1, { isReturned: false });
    expect(await settledReputation(finn)).toEqual({ stars: 5, meals: 4 });
    await daysPass(id, 6);
    expect(await settledReputation(finn)).toEqual({ stars: 5, meals: 4 });
    await daysPass(id, 1);
    expect(await settledReputation(finn)).toEqual({ stars: 4, meals: 4 });
  });

  it('counts one person once, with the latest rating, however many accounts their mailbox has', async () => {
    const finn = await given.student({ name: 'Finn', email: 'finn@friends.edu', credits: 9 });
    const friends = await Promise.all(
      ['', '+a', '+b'].map((tag) => given.student({ email: `friend${tag}@friends.edu`, credits: 9 })),
    );
    for (const by of [...friends, friends[0]!]) await fed(finn, 5, { by });
    await fed(finn, 4, { by: await given.student({ email: 'finn+second@friends.edu', credits: 9 }) });
    await fed(finn, 3);
    expect(await settledReputation(finn)).toBeUndefined();
    await fed(finn, 3);
    // the meal of his own second account counts neither as a rating nor as shared
    expect(await settledReputation(finn)).toEqual({ stars: 3.5, meals: 6 });
    await fed(finn, 1, { by: friends[2] });
    expect(await settledReputation(finn)).toEqual({ stars: 2.5, meals: 7 });
  });

  it('is shared by all accounts of the mailbox', async () => {
    const [vic, second] = [
      await given.student({ name: 'Vic', email: 'vic@friends.edu' }),
      await given.student({ name: 'Vic', email: 'vic+2@friends.edu', credits: 9 }),
    ];
    for (let meal = 0; meal < 3; meal++) await fed(vic, 1);
    expect(await settledReputation(second)).toEqual({ stars: 1, meals: 3 });
    await fed(second, 5);
    for (const account of [vic, second]) expect(await settledReputation(account)).toEqual({ stars: 2, meals: 4 });
  });

  it('leaves out exchanges that are disputed, and counts them again once they are decided to have happened', async () => {
    const finn = await given.student({ name: 'Finn' });
    for (const score of [5, 5, 5]) await fed(finn, score);
    const ruth = await given.student({ name: 'Ruth', credits: 9 });
    for (const score of [2, 2, 2]) await fed(ruth, score);
    expect(await settledReputation(ruth)).toEqual({ stars: 2, meals: 3 });

    const { id } = await exchange({ finn, ruth });
    ok(await complete(finn, id));
    ok(await rate(finn, id, { followedThrough: true, score: 5 }));
    ok(await rate(ruth, id, { followedThrough: false }));
    expect(await settledReputation(finn)).toEqual({ stars: 5, meals: 3 });
    expect(await settledReputation(ruth)).toEqual({ stars: 2, meals: 3 });
    await api.decide(id, 'fulfiller');
    expect(await settledReputation(finn)).toEqual({ stars: 5, meals: 4 });
    // 2, 2, 2 and now 5
    expect(await settledReputation(ruth)).toEqual({ stars: 3, meals: 3 });
  });

  it('is not shown of a closed account', async () => {
    const finn = await given.student({ name: 'Finn' });
    let last = await fed(finn, 5);
    for (const score of [5, 5]) last = await fed(finn, score);
    await settled();
    const fulfiller = async () => ok(await api.as(last.ruth).matches.one({ params: { id: last.id } })).match.fulfiller;
    expect((await fulfiller()).reputation).toEqual({ stars: 5, meals: 3 });
    await api.db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [finn.id]);
    expect((await fulfiller()).reputation).toBeUndefined();
  });
});

it("counts the week of the student's campus: meals completed in the last 7 days between two people", async () => {
  const campus = { institution: 'table', credits: 5 };
  const [ruth, finn] = [await given.student(campus), await given.student(campus)];
  const mealsThisWeek = async () => ok(await api.as(ruth).account.stats()).stats.campus!.mealsThisWeek;
  expect(await mealsThisWeek()).toBe(0);
  const completed = async (at: Date) => {
    const { id, requestId, fulfillerId } = await exchange({ ruth, finn });
    const match = { id, request_id: requestId, fulfiller_id: fulfillerId };
    await api.db.inTransaction((client) => completeMatch(client, match, { by: 'requester', at }));
  };
  await completed(new Date(Date.now() - 7 * DAY + HOUR));
  await completed(new Date());
  await completed(new Date(Date.now() - 7 * DAY - HOUR));
  const [one, another] = [
    await given.student({ ...campus, email: 'one@table.edu' }),
    await given.student({ ...campus, email: 'one+2@table.edu' }),
  ];
  const { id } = await exchange({ ruth: one, finn: another });
  ok(await complete(one, id));
  expect(await mealsThisWeek()).toBe(2);
});
