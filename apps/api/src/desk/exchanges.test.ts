import { startPushService } from '@spareswipe/local-services';
import { ROUNDS } from '../../test/support/levels.js';
import { ok } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';
import { DAY, NO, YES } from '../../test/support/exchanges.js';
import { PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { phonesWith } from '../../test/support/phones.js';
import { until } from '../../test/support/until.js';
import { auditLedger } from '../ledger/audit/invariants.js';
import { newId } from '../platform/common/ids.js';

const { api, given, exchanges, operators, platform, desk, creditsOf, mailTo, lastLine } = await startDesk();

const openDispute = async (id: string) =>
  ok(await desk().disputes({ query: { limit: 50 } })).disputes.find(({ matchId }) => matchId === id)!;

it('shows on the page of a student how each exchange ended, and which operators voided', async () => {
  const finn = await given.student({ name: 'Finn' });
  const voidIt = (id: string) => desk().voidExchange({ ...about({ id }), body: { reason: REASON } });
  const accepted = await exchanges.exchange({ finn });
  ok(await voidIt(accepted.id));
  const completed = await exchanges.exchange({ finn });
  ok(await exchanges.complete(completed.ruth, completed.id));
  ok(await voidIt(completed.id));
  const undecided = await exchanges.disputed({ finn });
  const decided = await exchanges.disputed({ finn });
  ok(await desk().decide({ ...about(decided), body: { awardedTo: 'nobody', reason: REASON } }));
  const voidedDispute = await exchanges.disputed({ finn });
  ok(await voidIt(voidedDispute.id));
  const released = await exchanges.exchange({ finn });
  ok(await exchanges.release(finn, released.id));

  const { exchanges: shown } = ok(await desk().studentExchanges({ ...about(finn), query: {} }));
  const stateOf = new Map(shown.map(({ _id, ...exchange }) => [_id, exchange]));
  const untouched = { isVoided: false, dispute: null, cancelledBecause: null };
  const expected = [
    [accepted, { ...untouched, status: 'cancelled', isVoided: true, cancelledBecause: 'voided' }],
    [completed, { ...untouched, status: 'completed', isVoided: true }],
    [undecided, { ...untouched, status: 'completed', dispute: 'open' }],
    [decided, { ...untouched, status: 'completed', dispute: 'nobody' }],
    [voidedDispute, { ...untouched, status: 'completed', isVoided: true }],
    [released, { ...untouched, status: 'cancelled', cancelledBecause: 'released' }],
  ] as const;
  for (const [{ id }, state] of expected) expect(stateOf.get(id)).toMatchObject(state);
});

it('lets an operator void at most 50 completed exchanges in 24 hours, and any number of accepted ones', async () => {
  const operator = await operators.operator('state');
  const voidIt = ({ id }: { id: string }) =>
    desk(operator).voidExchange({ ...about({ id }), body: { reason: REASON } });
  await api.db.query(
    `INSERT INTO operator_log (id, operator_id, institution, action, match_id, reason, before)
     SELECT id, $1, 'state', 'void', NULL, $2, '{"status": "completed"}' FROM unnest($3::uuid[]) AS id`,
    [operator.id, REASON, Array.from({ length: 49 }, newId)],
  );
  const finn = await given.student({ name: 'Finn' });
  const completed = [await exchanges.exchange({ finn }), await exchanges.exchange({ finn })];
  for (const { ruth, id } of completed) ok(await exchanges.complete(ruth, id));
  const results = await Promise.all(completed.map(voidIt));
  expect(results.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(results.find(({ status }) => status === 403)!.body).toMatchObject({ code: 'ADJUSTED_TOO_MUCH' });
  expect(await creditsOf(finn)).toBe(3);
  ok(await voidIt(await exchanges.exchange({ finn })));
});

/** The exchange as the log names it: whom, and which meal. */
const exchangeOf = (ruth: GivenStudent, finn: GivenStudent, matchId: string) => ({
  matchId,
  mealDescription: 'Veggie burrito',
  requester: { _id: ruth.id, name: 'Ruth' },
  fulfiller: { _id: finn.id, name: 'Finn' },
});

describe('a withdrawn strike', () => {
  const strikesOf = async (student: { id: string }) =>
    api.db.query<{ id: string }>('SELECT id FROM strikes WHERE student_id = $1 ORDER BY created_at', [student.id]);

  it('no longer counts', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    expect((await exchanges.me(finn)).strikes.count).toBe(1);
    const [strike] = await strikesOf(finn);
    ok(await desk().withdrawStrike({ ...about(strike!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes).toEqual({ count: 0, suspendedUntil: null });
    expect((await mailTo(finn, 'News about your')).text).toContain('A strike against you is withdrawn');
    const again = await desk().withdrawStrike({ ...about(strike!), body: { reason: REASON } });
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('ends the suspension that it caused; the other strike counts again', async () => {
    const finn = await given.student({ name: 'Finn' });
    for (const _ of [1, 2]) {
      const { ruth, id } = await exchanges.exchange({ finn });
      ok(await exchanges.rate(ruth, id, NO));
    }
    expect((await exchanges.me(finn)).strikes.suspendedUntil).not.toBeNull();
    const [first] = await strikesOf(finn);
    ok(await desk().withdrawStrike({ ...about(first!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it('also ends a suspension that a later strike had restarted', async () => {
    const finn = await given.student();
    for (const _ of [1, 2, 3]) {
      const { ruth, id } = await exchanges.exchange({ finn });
      ok(await exchanges.rate(ruth, id, NO));
    }
    const [first, second] = await strikesOf(finn);
    const until = async () => (await exchanges.me(finn)).strikes.suspendedUntil;
    const restarted = await until();
    ok(await desk().withdrawStrike({ ...about(first!), body: { reason: REASON } }));
    expect(await until()).toBe(restarted);
    ok(await desk().withdrawStrike({ ...about(second!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
    expect(await lastLine(finn)).toMatchObject({
      before: { suspendedUntil: restarted },
      after: { suspendedUntil: null },
    });
  });

  it('withdrawn at the same moment as a new strike leaves the suspension of the other two', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const finn = await given.student();
      const matches = [await exchanges.exchange({ finn }), await exchanges.exchange({ finn })];
      for (const { ruth, id } of matches) ok(await exchanges.rate(ruth, id, NO));
      const [first] = await strikesOf(finn);
      const { ruth, id } = await exchanges.exchange({ finn });
      const [withdrawn, rated] = await Promise.all([
        desk().withdrawStrike({ ...about(first!), body: { reason: REASON } }),
        exchanges.rate(ruth, id, NO),
      ]);
      expect([withdrawn.status, rated.status]).toEqual([200, 200]);
      const [state] = await api.db.query(
        `SELECT s.suspended_until = max(k.created_at) + interval '7 days' AS "isOfLast",
                count(*) FILTER (WHERE k.consumed_at IS NULL)::int AS live
           FROM students s JOIN strikes k ON k.student_id = s.id WHERE s.id = $1 GROUP BY s.id`,
        [finn.id],
      );
      expect(state).toEqual({ isOfLast: true, live: 0 });
    }
  });

  it('leaves a suspension alone that an operator gave', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    ok(await desk().suspend({ ...about(finn), body: { days: 30, reason: REASON } }));
    const [strike] = await strikesOf(finn);
    ok(await desk().withdrawStrike({ ...about(strike!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes.suspendedUntil).not.toBeNull();
  });

  it('does not bring back a suspension that an operator lifted', async () => {
    const finn = await given.student();
    for (const _ of [1, 2, 3]) {
      const { ruth, id } = await exchanges.exchange({ finn });
      ok(await exchanges.rate(ruth, id, NO));
    }
    ok(await desk().liftSuspension({ ...about(finn), body: { reason: REASON } }));
    const [first] = await strikesOf(finn);
    ok(await desk().withdrawStrike({ ...about(first!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes.suspendedUntil).toBeNull();
  });
});

describe('a void exchange', () => {
  it('that was accepted gives the credit back at once, strikes nobody, and tells both', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    const service = await startPushService();
    const phones = await Promise.all([ruth, finn].map((student) => phonesWith(api, service).of(student)));
    ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
    expect((await exchanges.latestMatch(ruth)).status).toBe('cancelled');
    for (const phone of phones)
      await until('the notification', () =>
        phone.pushes().some(({ payload }) => payload.title === 'Your exchange was called off'),
      );
    await service.close();
    for (const student of [ruth, finn]) {
      expect((await exchanges.me(student)).strikes.count).toBe(0);
      expect((await mailTo(student, 'An exchange was voided')).text).toContain(REASON);
    }
    const again = await desk().voidExchange({ ...about({ id }), body: { reason: REASON } });
    expect(again).toMatchObject({ status: 409, body: { code: 'MATCH_NOT_ACTIVE' } });
  });

  it('that was completed takes the credit back from the fulfiller', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.complete(finn, id));
    ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
    for (const student of [ruth, finn])
      expect(await lastLine(student)).toMatchObject({
        action: 'void',
        exchange: exchangeOf(ruth, finn, id),
        before: { status: 'completed' },
      });
    const again = await desk().voidExchange({ ...about({ id }), body: { reason: REASON } });
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('is no dispute: both read that support voided it, and it does not count against the fulfiller', async () => {
    const finn = await given.student({ name: 'Finn' });
    const voided = await exchanges.exchange({ finn });
    ok(await exchanges.complete(finn, voided.id));
    ok(await desk().voidExchange({ ...about({ id: voided.id }), body: { reason: REASON } }));
    ok(await exchanges.rate(finn, voided.id, NO));
    for (const student of [voided.ruth, finn])
      expect((await exchanges.latestMatch(student)).dispute).toMatchObject({
        awardedTo: 'requester',
        deniedBy: null,
        confirmedBy: null,
      });
    const { ruth, id } = await exchanges.disputed({ finn });
    const open = await openDispute(id);
    expect([open.requester.disputes, open.fulfiller.disputes]).toEqual([1, 1]);
    expect((await exchanges.latestMatch(ruth)).dispute).toMatchObject({ deniedBy: 'requester' });
  });

  it('that was completed may still be rated: a "No" of the requester opens no dispute and strikes nobody', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.complete(finn, id));
    ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
    ok(await exchanges.rate(ruth, id, NO));
    expect((await exchanges.me(finn)).strikes.count).toBe(0);
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
  });

  it.each(['requester', 'fulfiller'] as const)(
    'strikes nobody for a "No" that comes later, also after the time to dispute: the %s\'s',
    async (side) => {
      const { ruth, finn, id } = await exchanges.exchange();
      ok(await exchanges.complete(finn, id));
      ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
      await api.aheadBy(5 * DAY);
      ok(await exchanges.rate(side === 'requester' ? ruth : finn, id, NO));
      for (const student of [ruth, finn]) expect((await exchanges.me(student)).strikes.count).toBe(0);
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
    },
  );

  it.each(['complete', 'release', 'rate', 'close', 'void'] as const)(
    'against a simultaneous %s: one of them wins, and no credit is lost or made',
    async (rival) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { ruth, finn, id } = await exchanges.exchange();
        const rivals = {
          complete: () => exchanges.complete(finn, id),
          release: () => exchanges.release(finn, id),
          rate: () => exchanges.rate(ruth, id, NO),
          close: () => api.as(finn).account.deactivate({ body: { password: PASSWORD } }),
          void: () => desk(platform).voidExchange({ ...about({ id }), body: { reason: REASON } }),
        };
        const results = await Promise.all([
          desk().voidExchange({ ...about({ id }), body: { reason: REASON } }),
          rivals[rival](),
        ]);
        expect(results.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
        expect(results.some(({ status }) => status === 200)).toBe(true);
        expect(await auditLedger(api.db.pool)).toEqual([]);
      }
    },
    60_000,
  );
});

describe('a dispute', () => {
  it('shows what the sides wrote, and when one marked the exchange complete, but not that a "No" completed it', async () => {
    const marked = await exchanges.disputed();
    const byTheNo = await exchanges.exchange();
    ok(await exchanges.rate(byTheNo.finn, byTheNo.id, YES));
    ok(await exchanges.rate(byTheNo.ruth, byTheNo.id, { ...NO, comment: 'Nobody came.' }));
    expect(await openDispute(marked.id)).toMatchObject({ completedBy: 'fulfiller', completedAt: expect.any(String) });
    expect(await openDispute(byTheNo.id)).toMatchObject({
      completedBy: 'fulfiller',
      completedAt: null,
      requester: { comment: 'Nobody came.' },
      fulfiller: { comment: null },
    });
  });

  it('that is decided ends the matter: a later "No" of the other side strikes nobody', async () => {
    const { ruth, finn, id } = await exchanges.disputed();
    ok(await desk().decide({ ...about({ id }), body: { awardedTo: 'requester', reason: REASON } }));
    ok(await exchanges.rate(finn, id, NO));
    expect((await exchanges.me(ruth)).strikes.count).toBe(0);
  });

  it('is decided once: the meal moves, the other side gets a strike, and the log says who decided', async () => {
    const { ruth, finn, id } = await exchanges.disputed();
    expect(await openDispute(id)).toMatchObject({
      requester: { name: 'Ruth', followedThrough: false },
      completedBy: 'fulfiller',
    });
    const body = { awardedTo: 'requester' as const, reason: REASON };
    const results = await Promise.all([desk(), desk(platform)].map((at) => at.decide({ ...about({ id }), body })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await creditsOf(ruth)).toBe(1);
    expect((await exchanges.me(finn)).strikes.count).toBe(1);
    const { lines } = ok(await desk().log({ query: {} }));
    const decided = {
      action: 'decide-dispute',
      exchange: exchangeOf(ruth, finn, id),
      after: { awardedTo: 'requester' },
    };
    expect(lines[0]).toMatchObject(decided);
    for (const student of [ruth, finn]) expect(await lastLine(student)).toMatchObject(decided);
  });
});
