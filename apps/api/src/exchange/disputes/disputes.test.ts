import { otherSide } from '@spareswipe/contract';
import { ROUNDS } from '../../../test/support/levels.js';
import { ok, tally } from '../../../test/support/responses.js';
import { DAY, HOUR, NO, YES } from '../../../test/support/exchanges.js';
import { startCampus } from '../../../test/support/campus.js';
import { rewriteMatches, undoTimePasses } from '../../../test/support/time-passes.js';

const { api, given, me, rate, complete, latestMatch, exchange, disputed, close } = await startCampus({
  audited: true,
});
afterEach(() => api.aheadBy(0));

const OPEN = {
  openedAt: expect.any(String),
  endsAt: expect.any(String),
  decidedAt: null,
  awardedTo: null,
  deniedBy: 'requester',
  confirmedBy: 'fulfiller',
};

describe('a requester’s No on a match that the fulfiller completed', () => {
  it('gives nobody a strike when the fulfiller then says No, too', async () => {
    const { ruth, finn, id } = await disputed();
    ok(await rate(finn, id, NO));
    expect((await me(ruth)).strikes.count).toBe(0);
  });

  it('disputes it: neither side has the meal, and nobody gets a strike', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    expect((await me(finn)).credits).toBe(3);
    await api.aheadBy(47.99 * HOUR);
    expect(ok(await rate(ruth, id, NO)).match).toMatchObject({ status: 'completed', dispute: OPEN });
    expect(await me(ruth)).toMatchObject({ credits: 0, strikes: { count: 0 } });
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
  });

  it('is possible until 48 hours after the deadline, which both lists of the requester say', async () => {
    const deadline = new Date(Date.now() + 10 * HOUR);
    const { ruth, finn, id } = await exchange({ deadline });
    ok(await complete(finn, id));
    const story = {
      said: { requester: false, fulfiller: true },
      noCountsUntil: new Date(deadline.getTime() + 48 * HOUR).toISOString(),
    };
    expect(await latestMatch(ruth)).toMatchObject(story);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(request!.match).toMatchObject(story);
  });

  it('shows the dispute to both sides, on their matches and on the request, and that it ends after 14 days', async () => {
    const { ruth, finn, id } = await exchange();
    expect(ok(await complete(finn, id)).match.dispute).toBeNull();
    ok(await rate(ruth, id, NO));
    const { dispute } = await latestMatch(ruth);
    expect(dispute).toEqual(OPEN);
    expect(new Date(dispute!.endsAt).getTime() - new Date(dispute!.openedAt).getTime()).toBe(14 * DAY);
    expect((await latestMatch(finn)).dispute).toEqual(dispute);
    const [request] = ok(await api.as(ruth).requests.mine({ query: {} })).requests;
    expect(request!.match).toMatchObject({ status: 'completed', dispute });
  });

  it('tells both by mail who said what, where the meal is and what happens next', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    ok(await rate(ruth, id, NO));
    const [toRuth, toFinn] = [
      await api.inbox.waitForMail(ruth.email, 'disputed'),
      await api.inbox.waitForMail(finn.email, 'disputed'),
    ];
    expect(toRuth.text).toContain('Finn says that this exchange happened. You said that it did not.');
    expect(toFinn.text).toContain('You said that this exchange happened. Ruth says that it did not.');
    for (const { text } of [toRuth, toFinn]) {
      expect(text).toContain('the meal waits, and neither of you can use it');
      expect(text).toContain('Nobody gets a strike for this now');
      expect(text).toContain(`/matches?open=${id}`);
    }
  });

  it('counts the 48 h from the meal, when the fulfiller claimed it days before', async () => {
    const { ruth, finn, id } = await exchange({ deadline: new Date(Date.now() + 5 * DAY) });
    ok(await complete(finn, id));
    await api.aheadBy(5 * DAY + 47.9 * HOUR);
    expect(ok(await rate(ruth, id, NO)).match.dispute).toEqual(OPEN);
  });

  it('claims the next meal of a fulfiller who spent this one, and makes no debt', async () => {
    const { ruth, finn, id } = await exchange({ finn: await given.student({ credits: 0 }) });
    ok(await complete(finn, id));
    await given.request({ by: finn });
    ok(await rate(ruth, id, NO));
    const owing = async () => {
      const { owed, claimed } = ok(await api.as(finn).credits.history({ query: {} }));
      return { owed, claimed, credits: (await me(finn)).credits };
    };
    expect(await owing()).toEqual({ owed: 0, claimed: 1, credits: 0 });
    expect((await api.inbox.waitForMail(finn.email, 'disputed')).text).toContain('the next one that you receive');

    const next = await exchange({ finn });
    ok(await complete(next.ruth, next.id));
    expect(await owing()).toEqual({ owed: 0, claimed: 0, credits: 0 });
    expect((await me(ruth)).credits).toBe(0);
  });

  it('reaches a fulfiller who has left, without a mail', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    ok(await close(finn));
    expect(ok(await rate(ruth, id, NO)).match.dispute).toEqual(OPEN);
    await api.inbox.waitForMail(ruth.email, 'disputed');
    const about = `SELECT FROM pgboss.job WHERE name = 'mail' AND data->>'mail' = 'disputed' AND data->'to'->>'email' LIKE '%closed.invalid'`;
    expect(await api.db.query(about)).toEqual([]);
  });
});

describe('a No on an accepted match that the other side confirmed by a Yes', () => {
  it.each([
    { yes: 'finn', no: 'ruth', completedBy: 'fulfiller' },
    { yes: 'ruth', no: 'finn', completedBy: 'requester' },
  ] as const)('of $no completes it for $yes and disputes it', async ({ yes, no, completedBy }) => {
    const { id, ...sides } = await exchange();
    ok(await rate(sides[yes], id, YES));
    const dispute = { ...OPEN, deniedBy: otherSide(completedBy), confirmedBy: completedBy };
    expect(ok(await rate(sides[no], id, NO)).match).toMatchObject({ status: 'completed', dispute });
    expect(await api.db.query('SELECT completed_by FROM matches WHERE id = $1', [id])).toEqual([
      { completed_by: completedBy },
    ]);
    expect(await me(sides.ruth)).toMatchObject({ credits: 0, strikes: { count: 0 } });
    expect(await me(sides.finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
  });

  it('sets the meal aside before it could pay what the fulfiller owes others', async () => {
    const finn = await given.student({ credits: 0 });
    const older = await exchange({ finn });
    ok(await complete(finn, older.id));
    await given.request({ by: finn });
    ok(await rate(older.ruth, older.id, NO));
    ok(await api.as(finn).ratings.concede({ params: { id: older.id } })); // Finn has spent the meal, so this is a claim on his next one
    const { ruth, id } = await exchange({ finn });
    ok(await rate(finn, id, YES));
    ok(await rate(ruth, id, NO));
    expect((await me(older.ruth)).credits).toBe(0);
    ok(await api.as(finn).ratings.concede({ params: { id } }));
    expect((await me(ruth)).credits).toBe(1);
  });

  it('voids it, if it came before the Yes, also at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const [no, yes] = await Promise.all([rate(ruth, id, NO), rate(finn, id, YES)]);
      expect(no.status).toBe(200);
      const isDisputed = yes.status === 200;
      expect(await latestMatch(ruth)).toMatchObject(
        isDisputed ? { status: 'completed', dispute: OPEN } : { status: 'cancelled', dispute: null },
      );
      expect((await me(finn)).strikes.count).toBe(isDisputed ? 0 : 1);
    }
  });

  it('and the other side completing or closing at the same moment have one winner', async () => {
    for (const rival of [complete, close]) {
      for (let round = 0; round < ROUNDS; round++) {
        const { ruth, finn, id } = await exchange();
        ok(await rate(finn, id, YES));
        // an accept that its fulfiller takes back within the 10 s leaves no match at the requester
        await undoTimePasses(api.db.pool);
        const [no] = await Promise.all([rate(ruth, id, NO), rival(finn, id)]);
        const { status, dispute } = await latestMatch(ruth);
        expect([no.status, status]).toEqual(dispute ? [200, 'completed'] : [409, 'cancelled']);
        expect(await me(ruth)).toMatchObject({ credits: 0, strikes: { count: 0 } });
      }
    }
  });
});

describe('a No on a completed match', () => {
  it.each([
    ['48 h after the meal', 'fulfiller', 50.01],
    ['when it completed by itself, and the fulfiller never said Yes', 'system', 50.01],
  ])('%s is a rating and nothing more', async (_when, completedBy, hoursLater) => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    if (completedBy === 'system') await completedBySystem(id);
    await api.aheadBy(hoursLater * HOUR);
    expect(ok(await rate(ruth, id, NO)).match.dispute).toBeNull();
    expect((await me(ruth)).credits).toBe(0);
    expect(await me(finn)).toMatchObject({ credits: 3, strikes: { count: 0 } });
  });

  it.each([
    ['ruth', 'ruth'],
    ['ruth', 'finn'],
  ] as const)('that %s completed is a dispute, if %s says it', async (completes, denies) => {
    const { id, ...sides } = await exchange();
    ok(await complete(sides[completes], id));
    expect(ok(await rate(sides[denies], id, NO)).match.dispute).toMatchObject({
      decidedAt: null,
      deniedBy: denies === 'ruth' ? 'requester' : 'fulfiller',
    });
    expect(await me(sides.ruth)).toMatchObject({ credits: 0, strikes: { count: 0 } });
    expect(await me(sides.finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
  });

  it('of a fulfiller who completed it alone gives the meal back, and a strike to the requester', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    expect(ok(await rate(finn, id, NO)).match).toMatchObject({
      status: 'completed',
      dispute: { awardedTo: 'requester', deniedBy: 'fulfiller', confirmedBy: 'fulfiller' },
    });
    expect(await me(ruth)).toMatchObject({ credits: 1, strikes: { count: 1 } });
    expect(await me(finn)).toMatchObject({ credits: 2, strikes: { count: 0 } });
    expect((await api.inbox.waitForMail(ruth.email, 'strike')).text).toContain('it is in your account');
    const [handedOver] = ok(await api.as(finn).credits.history({ query: {} })).entries;
    expect(handedOver).toMatchObject({ kind: 'dispute', amount: -1, dispute: 'requester' });
  });

  it('of a fulfiller who gave the meal back stays what was decided, whatever the requester rates later', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    const { dispute } = ok(await rate(finn, id, NO)).match;
    expect(ok(await rate(ruth, id, YES)).match.dispute).toEqual(dispute);
  });

  it('of a fulfiller who has spent the meal gives back the next one that they receive', async () => {
    const finn = await given.student({ credits: 0 });
    const { ruth, id } = await exchange({ finn });
    ok(await complete(finn, id));
    await given.request({ by: finn });
    ok(await rate(finn, id, NO));
    expect([(await me(ruth)).credits, (await me(finn)).credits]).toEqual([0, 0]);
    ok(await complete(finn, (await exchange({ finn })).id));
    expect([(await me(ruth)).credits, (await me(finn)).credits]).toEqual([1, 0]);
  });

  it('after both paid and confirmed suspends no honest requester', async () => {
    const ruth = await given.student({ credits: 2 });
    for (let helper = 0; helper < 2; helper++) {
      const { finn, id } = await exchange({ ruth });
      ok(await rate(ruth, id, YES));
      ok(await complete(ruth, id));
      ok(await rate(finn, id, NO));
    }
    expect((await me(ruth)).strikes).toEqual({ count: 0, suspendedUntil: null });
  });
});

it('makes no strike of a match that somebody completed 400 days ago', async () => {
  const { ruth, finn, id, requestId } = await exchange();
  ok(await complete(finn, id));
  await api.db.query(`UPDATE meal_requests SET deadline = now() - interval '400 days' WHERE id = $1`, [requestId]);
  await api.aheadBy(49 * HOUR);
  ok(await rate(ruth, id, NO));
  expect((await me(finn)).strikes.count).toBe(0);
});

describe('"Did you get your meal?"', () => {
  const asked = async (student: { id: string }) =>
    ok(await api.as(student).matches.asked()).matches.map(({ _id }) => _id);

  it('is asked of the requester about what the fulfiller marked complete, while a No has an effect', async () => {
    const { ruth, finn, id } = await exchange();
    expect(await asked(ruth)).toEqual([]);
    ok(await complete(finn, id));
    expect([await asked(ruth), await asked(finn)]).toEqual([[id], []]);
    await api.db.query(`UPDATE meal_requests SET deadline = now() - interval '49 hours'`);
    expect(await asked(ruth)).toEqual([id]);
    await completedHoursAgo(id, 49);
    expect(await asked(ruth)).toEqual([]);
  });

  it('is answered by a Yes', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await complete(finn, id));
    ok(await rate(ruth, id, YES));
    expect(await asked(ruth)).toEqual([]);
  });

  it('comes with what is disputed, for both sides, until that is decided', async () => {
    const { ruth, finn, id } = await disputed();
    expect([await asked(ruth), await asked(finn)]).toEqual([[id], [id]]);
    ok(await api.as(ruth).ratings.concede({ params: { id } }));
    expect([await asked(ruth), await asked(finn)]).toEqual([[], []]);
  });

  it('is not asked of a requester who marked it complete', async () => {
    const { ruth, id } = await exchange();
    ok(await complete(ruth, id));
    expect(await asked(ruth)).toEqual([]);
  });
});

it('counts a disputed meal as shared, and calls it received, only once it is decided so', async () => {
  const counts = async (student: { id: string }) => {
    const { stats } = ok(await api.as(student).account.stats());
    return [stats.fulfillments.total, stats.totalCompleted];
  };
  const captured = async (student: { id: string }) =>
    ok(await api.as(student).credits.history({ query: {} })).entries.find(({ kind }) => kind === 'capture');
  const { ruth, finn, id } = await disputed();
  expect([await counts(ruth), await counts(finn)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await captured(ruth)).toMatchObject({ dispute: 'undecided' });
  ok(await api.as(ruth).ratings.concede({ params: { id } }));
  expect([await counts(ruth), await counts(finn)]).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(await captured(ruth)).toMatchObject({ dispute: 'fulfiller' });
});

describe('a side that concedes', () => {
  const concede = (student: { id: string }, id: string) => api.as(student).ratings.concede({ params: { id } });

  it.each(['ruth', 'finn'] as const)('(%s) gives the meal to the other, without a strike for anybody', async (who) => {
    const { id, ...sides } = await disputed();
    const other = who === 'ruth' ? sides.finn : sides.ruth;
    expect(ok(await concede(sides[who], id)).match.dispute).toMatchObject({
      awardedTo: who === 'ruth' ? 'fulfiller' : 'requester',
      decidedAt: expect.any(String),
    });
    expect((await me(sides.ruth)).credits).toBe(who === 'ruth' ? 0 : 1);
    expect((await me(sides.finn)).credits).toBe(who === 'ruth' ? 3 : 2);
    for (const side of [sides.ruth, sides.finn]) expect((await me(side)).strikes.count).toBe(0);
    expect((await api.inbox.waitForMail(other.email, 'is decided')).text).toContain('that you are right');
  });

  it('ends one dispute once, and only one of their own', async () => {
    const { ruth, finn, id } = await disputed();
    expect(await concede(await given.student(), id)).toMatchObject({ status: 404 });
    const responses = await Promise.all([concede(ruth, id), concede(finn, id)]);
    expect(tally(responses)).toEqual({ 200: 1, '409 NOT_DISPUTED': 1 });
    expect(await concede(ruth, (await exchange()).id)).toMatchObject({ status: 404 });
    expect(await concede(finn, (await exchange({ finn })).id)).toMatchObject({
      status: 409,
      body: { code: 'NOT_DISPUTED' },
    });
  });
});

it('disputes a match that completed by itself, if the fulfiller said Yes', async () => {
  const { ruth, finn, id } = await exchange();
  ok(await rate(finn, id, YES));
  ok(await complete(finn, id));
  await completedBySystem(id);
  expect(ok(await rate(ruth, id, NO)).match.dispute).toEqual(OPEN);
});

it('makes no meal out of nothing, when a throw-away account earns and spends meals that a friend then denies', async () => {
  const [ann, bob, throwAway] = [
    await given.student({ credits: 3 }),
    await given.student({ credits: 0 }),
    await given.student({ credits: 0 }),
  ];
  const earned = [];
  for (let count = 0; count < 3; count++) earned.push(await exchange({ ruth: ann, finn: throwAway }));
  for (const { id } of earned) ok(await complete(throwAway, id));
  for (let count = 0; count < 3; count++)
    ok(await complete(throwAway, (await exchange({ ruth: throwAway, finn: bob })).id));
  for (const { id } of earned) ok(await rate(ann, id, NO));
  expect([await me(ann), await me(bob), await me(throwAway)].map(({ credits }) => credits)).toEqual([0, 3, 0]);
});

it('opens one dispute for two Nos at the same moment', async () => {
  const { ruth, finn, id } = await exchange();
  ok(await complete(finn, id));
  expect(tally(await Promise.all([rate(ruth, id, NO), rate(ruth, id, NO)]))).toEqual({
    200: 1,
    '409 ALREADY_RATED': 1,
  });
  expect((await me(finn)).credits).toBe(2);
});

/** As if nobody had completed the match for 48 h. */
const completedBySystem = (id: string) =>
  rewriteMatches(api.db.pool, `UPDATE matches SET completed_by = 'system' WHERE id = '${id}'`);
const completedHoursAgo = (id: string, hours: number) =>
  rewriteMatches(
    api.db.pool,
    `UPDATE matches SET completed_at = completed_at - interval '${hours} hours' WHERE id = '${id}'`,
  );
