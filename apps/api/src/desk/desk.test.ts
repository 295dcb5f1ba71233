import { ok } from '../../test/support/answers.js';
import { DAY, exchangesIn, NO } from '../../test/support/exchanges.js';
import { PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { operatorsIn, type GivenOperator } from '../../test/support/operators.js';
import { startApi, type Api } from '../../test/support/start-api.js';
import { auditLedger } from '../commands/audit.js';

const MINUTE = 60_000;
const REASON = 'The reader at the hall was broken.';

let api: Api;
let given: ReturnType<typeof exchangesIn>['given'];
let exchanges: ReturnType<typeof exchangesIn>;
let operators: ReturnType<typeof operatorsIn>;
let ines: GivenOperator;
let elsewhere: GivenOperator;
let platform: GivenOperator;
beforeAll(async () => {
  api = await startApi();
  exchanges = exchangesIn(api);
  ({ given } = exchanges);
  operators = operatorsIn(api);
  await given.student({ institution: 'state' });
  await given.student({ institution: 'other' });
  [ines, elsewhere, platform] = [
    await operators.operator('state'),
    await operators.operator('other'),
    await operators.operator(null),
  ];
}, 90_000);
afterEach(async () => {
  await api.aheadBy(0);
  expect(await auditLedger(api.db.pool)).toEqual([]);
});
afterAll(() => api.stop());

const desk = (operator: GivenOperator = ines) => operators.as(operator).desk;
const about = ({ id }: { id: string }) => ({ params: { id } });
const profile = async (student: { id: string }) => ok(await desk(platform).student(about(student))).student;
const creditsOf = async (student: GivenStudent) => (await exchanges.me(student)).credits;
const mailTo = (student: GivenStudent, subject: string) => api.inbox.waitForMail(student.email, subject);
const lastLine = async (student: { id: string }) => (await profile(student)).log[0]!;

describe('a campus', () => {
  it('is paused and opened again by its operator: students read why and until when', async () => {
    const [ruth, finn] = [await given.student({ institution: 'other' }), await given.student({ institution: 'other' })];
    const of = await given.request({ by: ruth });
    const pause = { notice: 'Closed for the fall break.', until: new Date(Date.now() + 7 * DAY).toISOString() };
    ok(
      await desk(elsewhere).changeCampus({
        ...about({ id: 'other' }),
        body: { reason: REASON, pause, guestRules: null },
      }),
    );
    expect(ok(await api.as(ruth).campuses.mine()).campus.pause).toEqual(pause);
    expect((await api.as(finn).matches.accept({ body: { requestId: of } })).status).toBe(403);
    ok(
      await desk(elsewhere).changeCampus({
        ...about({ id: 'other' }),
        body: { reason: REASON, pause: null, guestRules: { text: 'Two guests a week.', url: null } },
      }),
    );
    expect(ok(await api.as(ruth).campuses.mine()).campus).toMatchObject({
      pause: null,
      guestRules: { text: 'Two guests a week.', url: null },
    });
    expect((await api.as(finn).matches.accept({ body: { requestId: of } })).status).toBe(201);
    const { lines } = ok(await desk(elsewhere).log({ query: {} }));
    expect(lines[0]).toMatchObject({
      operator: elsewhere.email,
      action: 'change-campus',
      campus: 'other',
      reason: REASON,
    });
    expect(lines[1]).toMatchObject({ before: { pause: null, guestRules: null }, after: { pause } });
  });

  it('shows an operator their own one, and all of them to an operator of the platform', async () => {
    const names = async (operator: GivenOperator) =>
      ok(await desk(operator).campuses()).campuses.map(({ institution }) => institution);
    expect(await names(ines)).toEqual(['state']);
    expect(await names(platform)).toEqual(['other', 'state']);
  });
});

describe('what an operator sees', () => {
  it('finds students of their campus by name or address, and nobody else', async () => {
    const zoe = await given.student({ name: 'Zoë 100%' });
    await given.student({ name: 'Zoë Elsewhere', institution: 'other' });
    const found = async (search: string, operator = ines) =>
      ok(await desk(operator).students({ query: { search } })).students.map(({ name }) => name);
    expect(await found('zoë')).toEqual(['Zoë 100%']);
    expect(await found('0%')).toEqual(['Zoë 100%']);
    expect(await found(zoe.email)).toEqual(['Zoë 100%']);
    expect(await found('zoë', platform)).toEqual(['Zoë 100%', 'Zoë Elsewhere']);
  });

  it('shows a student with credits, strikes, exchanges, and what operators did', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    ok(await desk().suspend({ ...about(finn), body: { days: 3, reason: REASON } }));
    expect(await profile(finn)).toMatchObject({
      name: 'Finn',
      campus: 'state',
      credits: 2,
      held: 0,
      debt: 0,
      strikes: [{ accuser: 'Ruth', matchId: id, state: 'live' }],
      exchanges: [{ _id: id, status: 'cancelled', role: 'fulfiller', other: 'Ruth', isDisputed: false }],
      log: [{ action: 'suspend', operator: ines.email, reason: REASON, student: { _id: finn.id, name: 'Finn' } }],
    });
  });

  it('knows nothing of another campus: neither reading nor acting tells its things from those that do not exist', async () => {
    const { ruth, finn, id } = await exchanges.disputed();
    const [strike] = await api.db.query<{ id: string }>(
      `INSERT INTO strikes (id, student_id, accuser_id, match_id) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
      [finn.id, ruth.id, id],
    );
    const at = desk(elsewhere);
    const body = { reason: REASON };
    const results = [
      await at.student(about(finn)),
      await at.suspend({ ...about(finn), body: { ...body, days: 3 } }),
      await at.liftSuspension({ ...about(finn), body }),
      await at.withdrawStrike({ ...about(strike!), body }),
      await at.voidExchange({ ...about({ id }), body }),
      await at.adjust({ ...about(finn), body: { ...body, amount: 1 } }),
      await at.close({ ...about(finn), body }),
      await at.reopen({ ...about(finn), body }),
      await at.decide({ ...about({ id }), body: { ...body, awardedTo: 'nobody' } }),
      await at.changeCampus({ ...about({ id: 'state' }), body: { ...body, pause: null, guestRules: null } }),
      await at.student(about({ id: 'not an id' })),
    ];
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 404));
    expect(ok(await at.disputes()).disputes).toEqual([]);
    expect(ok(await desk().disputes()).disputes.map(({ matchId }) => matchId)).toContain(id);
  });
});

describe('a suspension', () => {
  it('is given and lifted: the student reads why, and may post again', async () => {
    const sam = await given.student({ name: 'Sam' });
    ok(await desk().suspend({ ...about(sam), body: { days: 30, reason: REASON } }));
    const { suspendedUntil } = (await exchanges.me(sam)).strikes;
    expect(new Date(suspendedUntil!).getTime()).toBeGreaterThan(Date.now() + 29 * DAY);
    expect((await mailTo(sam, 'News about your')).text).toContain(REASON);
    expect(await lastLine(sam)).toMatchObject({
      action: 'suspend',
      before: { suspendedUntil: null },
      after: { suspendedUntil },
    });

    ok(await desk().liftSuspension({ ...about(sam), body: { reason: REASON } }));
    expect((await exchanges.me(sam)).strikes.suspendedUntil).toBeNull();
    expect(await lastLine(sam)).toMatchObject({ action: 'lift-suspension', before: { suspendedUntil } });
    const again = await desk().liftSuspension({ ...about(sam), body: { reason: REASON } });
    expect(again).toMatchObject({ status: 409, body: { code: 'NOT_SUSPENDED' } });
  });

  it.each(['Too short', 'x'.repeat(501)])('needs a reason of 10 to 500 characters, unlike "%s"', async (reason) => {
    const refused = await desk().suspend({ ...about(await given.student()), body: { days: 1, reason } });
    expect(refused).toMatchObject({ status: 400, body: { message: 'The reason must have 10 to 500 characters' } });
  });
});

describe('a withdrawn strike', () => {
  const strikesOf = async (student: { id: string }) =>
    api.db.query<{ id: string }>('SELECT id FROM strikes WHERE student_id = $1 ORDER BY created_at', [student.id]);

  it('is gone from the count', async () => {
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

  it('leaves a suspension alone that an operator gave', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await exchanges.rate(ruth, id, NO));
    ok(await desk().suspend({ ...about(finn), body: { days: 30, reason: REASON } }));
    const [strike] = await strikesOf(finn);
    ok(await desk().withdrawStrike({ ...about(strike!), body: { reason: REASON } }));
    expect((await exchanges.me(finn)).strikes.suspendedUntil).not.toBeNull();
  });
});

describe('a void exchange', () => {
  it('that was accepted gives the credit back at once, strikes nobody, and tells both', async () => {
    const { ruth, finn, id } = await exchanges.exchange();
    ok(await desk().voidExchange({ ...about({ id }), body: { reason: REASON } }));
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 2]);
    expect((await exchanges.latestMatch(ruth)).status).toBe('cancelled');
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
    expect(await lastLine(finn)).toMatchObject({ action: 'void', matchId: id, before: { status: 'completed' } });
    const again = await desk().voidExchange({ ...about({ id }), body: { reason: REASON } });
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it.each(['complete', 'release', 'rate', 'close', 'void'] as const)(
    'against a simultaneous %s: one of them wins, and no credit is lost or made',
    async (rival) => {
      for (let round = 0; round < 4; round++) {
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

describe('an adjustment', () => {
  const adjust = (student: { id: string }, amount: number, operator = ines) =>
    desk(operator).adjust({ ...about(student), body: { amount, reason: REASON } });

  it('gives and takes credits: the history of the student and the log say so', async () => {
    const sam = await given.student({ name: 'Sam' });
    ok(await adjust(sam, 3, platform));
    ok(await adjust(sam, -4, platform));
    expect(await creditsOf(sam)).toBe(1);
    const { entries } = ok(await api.as(sam).credits.history({ query: {} }));
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['adjustment', -4],
      ['adjustment', 3],
      ['grant', 2],
    ]);
    expect(await lastLine(sam)).toMatchObject({ action: 'adjust', before: { available: 5 }, after: { amount: -4 } });
    expect((await mailTo(sam, 'News about your')).text).toContain('You were given 3 meals.');
  });

  it('takes no more than the student has', async () => {
    const sam = await given.student();
    expect(await adjust(sam, -3, platform)).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS' } });
    expect((await profile(sam)).log).toEqual([]);
  });

  it('is at most 10 credits at once, and 50 by an operator in 24 hours, however many they send at once', async () => {
    const operator = await operators.operator('state');
    const sam = await given.student({ credits: 0 });
    expect((await adjust(sam, 11, operator)).status).toBe(400);
    const results = await Promise.all(Array.from({ length: 8 }, () => adjust(sam, 10, operator)));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 403, 403, 403]);
    expect(await creditsOf(sam)).toBe(50);
    expect(await adjust(sam, -1, operator)).toMatchObject({ status: 403, body: { code: 'ADJUSTED_TOO_MUCH' } });
    expect((await adjust(sam, 1, platform)).status).toBe(200);
  }, 30_000);

  it('pays the claim of a dispute first', async () => {
    const finn = await given.student({ name: 'Finn', credits: 0 });
    const { ruth, id } = await exchanges.exchange({ finn });
    ok(await exchanges.complete(finn, id));
    await given.request({ by: finn });
    ok(await exchanges.rate(ruth, id, NO));
    ok(await desk().decide({ ...about({ id }), body: { awardedTo: 'requester', reason: REASON } }));
    expect(await creditsOf(ruth)).toBe(0);
    ok(await adjust(finn, 2, platform));
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 1]);
  });

  it('and a simultaneous request never spend the same credit', async () => {
    for (let round = 0; round < 5; round++) {
      const sam = await given.student({ credits: 1 });
      const deadline = new Date(Date.now() + 2 * 3_600_000).toISOString();
      const body = { mealPeriod: 'lunch' as const, mealDescription: 'Soup', location: 'North Hall', deadline };
      const results = await Promise.all([adjust(sam, -1, platform), api.as(sam).requests.create({ body })]);
      expect(results.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
      expect(await creditsOf(sam)).toBe(0);
    }
  });
});

describe('a closed account', () => {
  it('is shut out with everything refunded, and opens again as it was', async () => {
    const sam = await given.student({ name: 'Sam' });
    await given.request({ by: sam });
    const login = () => api.client().auth.login({ body: { email: sam.email, password: PASSWORD } });
    ok(await desk().close({ ...about(sam), body: { reason: REASON } }));
    expect((await api.as(sam).users.me()).status).toBe(401);
    expect(await login()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } });
    expect((await mailTo(sam, 'account was closed')).text).toContain(REASON);
    expect(await profile(sam)).toMatchObject({ name: 'Sam', credits: 2, held: 0, closedAt: expect.any(String) });

    ok(await desk().reopen({ ...about(sam), body: { reason: REASON } }));
    expect(await login()).toMatchObject({ status: 200 });
    expect(await lastLine(sam)).toMatchObject({ action: 'reopen', after: { closedAt: null } });
  });

  it('that its student left for good stays closed', async () => {
    const sam = await given.student();
    ok(await api.as(sam).account.deactivate({ body: { password: PASSWORD } }));
    expect((await desk().reopen({ ...about(sam), body: { reason: REASON } })).status).toBe(404);
  });
});

describe('a dispute', () => {
  it('is decided once: the meal moves, the other side gets a strike, and the log says who decided', async () => {
    const { ruth, finn, id } = await exchanges.disputed();
    const [dispute] = ok(await desk().disputes()).disputes.filter(({ matchId }) => matchId === id);
    expect(dispute).toMatchObject({ requester: { name: 'Ruth', followedThrough: false }, completedBy: 'fulfiller' });
    const body = { awardedTo: 'requester' as const, reason: REASON };
    const results = await Promise.all([desk(), desk(platform)].map((at) => at.decide({ ...about({ id }), body })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await creditsOf(ruth)).toBe(1);
    expect((await exchanges.me(finn)).strikes.count).toBe(1);
    const { lines } = ok(await desk().log({ query: {} }));
    expect(lines[0]).toMatchObject({ action: 'decide-dispute', matchId: id, after: { awardedTo: 'requester' } });
  });
});

it('asks for a fresh code before it moves credits or closes accounts, 10 minutes after the last one', async () => {
  const operator = await operators.operator('state');
  const sam = await given.student();
  await api.aheadBy(11 * MINUTE);
  const adjusted = () => desk(operator).adjust({ ...about(sam), body: { amount: 1, reason: REASON } });
  const closed = () => desk(operator).close({ ...about(sam), body: { reason: REASON } });
  for (const refused of [await adjusted(), await closed()])
    expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
  ok(await desk(operator).suspend({ ...about(sam), body: { days: 1, reason: REASON } }));
  const confirm = (code: string) => operators.as(operator).operators.confirm({ body: { code } });
  expect((await confirm('000000')).status).toBe(401);
  const code = await operators.codeOf(operator.secret, 11 * MINUTE);
  ok(await confirm(code));
  expect((await confirm(code)).status).toBe(401);
  ok(await adjusted());
});
