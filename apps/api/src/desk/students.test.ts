import { randomUUID } from 'node:crypto';
import { ROUNDS } from '../../test/support/levels.js';
import { atOnce, ok, tally } from '../../test/support/responses.js';
import { about, startDesk, REASON } from '../../test/support/desk.js';
import { DAY, NO } from '../../test/support/exchanges.js';
import { PASSWORD } from '../../test/support/given.js';
import { lunch } from '../../test/support/lunch.js';
import { tokenIn } from '../../test/support/inbox.js';

const MINUTE = 60_000;

const { api, given, exchanges, operators, ines, platform, desk, profile, creditsOf, mailTo, lastLine } =
  await startDesk();

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

  it('is never cut short by another: an operator with an older page may not know of it', async () => {
    const sam = await given.student();
    ok(await desk().suspend({ ...about(sam), body: { days: 30, reason: REASON } }));
    const { suspendedUntil } = await profile(sam);
    ok(await desk(platform).suspend({ ...about(sam), body: { days: 3, reason: REASON } }));
    expect(await lastLine(sam)).toMatchObject({ before: { suspendedUntil }, after: { suspendedUntil } });
    expect((await exchanges.me(sam)).strikes.suspendedUntil).toBe(suspendedUntil);
    ok(await desk().suspend({ ...about(sam), body: { days: 60, reason: REASON } }));
    expect(new Date((await profile(sam)).suspendedUntil!).getTime()).toBeGreaterThan(Date.now() + 59 * DAY);
  });

  it('of another account of the mailbox shows on both, and is changed and lifted at either', async () => {
    const sam = await given.student({ email: 'sam@state.edu' });
    const again = await given.student({ email: 'sam+2@state.edu' });
    ok(await desk().suspend({ ...about(sam), body: { days: 30, reason: REASON } }));
    const { suspendedUntil } = await profile(sam);
    expect(await profile(sam)).toMatchObject({ suspendedThrough: null });
    expect(await profile(again)).toMatchObject({ suspendedUntil, suspendedThrough: sam.id });
    const { students } = ok(await desk().students({ query: { search: 'sam+2@state.edu' } }));
    expect(students).toMatchObject([{ suspendedUntil, suspendedThrough: sam.id }]);
    expect((await exchanges.me(again)).strikes).toEqual({ count: 0, suspendedUntil });
    ok(await desk().suspend({ ...about(again), body: { days: 1, reason: REASON } }));
    expect(await lastLine(again)).toMatchObject({ action: 'suspend', before: { suspendedUntil } });
    ok(await desk().liftSuspension({ ...about(sam), body: { reason: REASON } }));
    for (const account of [sam, again])
      expect(await profile(account)).toMatchObject({ suspendedUntil: null, suspendedThrough: null });
  });

  it('that is lifted leaves its strikes used up: the next one is a warning', async () => {
    const finn = await given.student({ name: 'Finn' });
    const strike = async () => {
      const { ruth, id } = await exchanges.exchange({ finn });
      return () => exchanges.rate(ruth, id, NO);
    };
    const strikes = [await strike(), await strike()];
    ok(await desk().suspend({ ...about(finn), body: { days: 30, reason: REASON } }));
    ok(await strikes[0]!());
    ok(await desk().liftSuspension({ ...about(finn), body: { reason: REASON } }));
    ok(await strikes[1]!());
    expect((await exchanges.me(finn)).strikes).toEqual({ count: 1, suspendedUntil: null });
  });

  it.each(['Too short', 'x'.repeat(501)])('needs a reason of 10 to 500 characters, unlike "%s"', async (reason) => {
    const refused = await desk().suspend({ ...about(await given.student()), body: { days: 1, reason } });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Please write 10 to 500 characters' } });
  });
});

describe('a closed account', () => {
  it('is shut out with everything refunded, and opens again as it was', async () => {
    const sam = await given.student({ name: 'Sam' });
    await given.request({ by: sam });
    const headers = { 'idempotency-key': randomUUID() };
    const give = () => desk().adjust({ ...about(sam), body: { amount: 3, reason: REASON }, headers });
    ok(await give());
    const login = () => api.client().auth.login({ body: { email: sam.email, password: PASSWORD } });
    ok(await desk().close({ ...about(sam), body: { reason: REASON } }));
    expect((await api.as(sam).users.me()).status).toBe(401);
    expect(await login()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } });
    expect((await mailTo(sam, 'account was closed')).text).toContain(REASON);
    expect(await profile(sam)).toMatchObject({ name: 'Sam', credits: 5, held: 0, closedAt: expect.any(String) });

    ok(await desk().reopen({ ...about(sam), body: { reason: REASON } }));
    expect(await login()).toMatchObject({ status: 200 });
    expect(await lastLine(sam)).toMatchObject({ action: 'reopen', after: { closedAt: null } });
    ok(await give());
    expect(await profile(sam)).toMatchObject({ credits: 5 });
  });

  it('that its student left for good stays closed', async () => {
    const sam = await given.student();
    ok(await api.as(sam).account.deactivate({ body: { password: PASSWORD } }));
    expect(await desk().reopen({ ...about(sam), body: { reason: REASON } })).toMatchObject({
      status: 404,
      body: { message: 'The student closed this account, so it cannot be opened again' },
    });
  });

  it('that a stranger opened still leaves the address to its owner, who stays suspended', async () => {
    const body = { name: 'Mallory', email: 'owner@state.edu', password: PASSWORD, phoneNumber: '+1 617 555 0100' };
    const register = async (name: string) => {
      ok(await api.client().auth.register({ body: { ...body, name, rolePreference: 'both' as const } }));
      const token = tokenIn(await api.inbox.waitForMail(body.email, 'Verify'));
      return ok(await api.client().auth.verifyEmail({ params: { token } })).user!;
    };
    const stranger = { id: (await register('Mallory'))._id };
    const undo = tokenIn(await api.inbox.waitForMail(body.email, 'Your account is open'));
    ok(await desk().suspend({ ...about(stranger), body: { days: 30, reason: REASON } }));
    ok(await desk().close({ ...about(stranger), body: { reason: REASON } }));
    const { closedAt } = await profile(stranger);
    ok(await api.client().account.notMe({ body: { token: undo } }));
    // payments from then on are refunded
    expect(await profile(stranger)).toMatchObject({ name: 'Former student', closedAt });
    expect(await desk().reopen({ ...about(stranger), body: { reason: REASON } })).toMatchObject({ status: 404 });
    const owner = await register('Ada');
    expect(owner).toMatchObject({ name: 'Ada', strikes: { suspendedUntil: expect.any(String) } });
  });

  it('is closed and opened once: an operator in another tab reads that it is done', async () => {
    const sam = await given.student();
    const body = { reason: REASON };
    const closed = await atOnce(2, () => desk().close({ ...about(sam), body }));
    expect(tally(closed)).toEqual({ 200: 1, '409 ALREADY_DECIDED': 1 });
    const opened = await atOnce(2, () => desk().reopen({ ...about(sam), body }));
    expect(tally(opened)).toEqual({ 200: 1, '409 ALREADY_DECIDED': 1 });
  });
});

describe('an adjustment', () => {
  const adjust = (student: { id: string }, amount: number, operator = ines) =>
    desk(operator).adjust({ ...about(student), body: { amount, reason: REASON } });

  it('gives and takes credits: the history of the student and the log say so', async () => {
    const sam = await given.student({ name: 'Sam' });
    ok(await adjust(sam, 3, platform));
    expect((await mailTo(sam, 'News about your')).text).toContain('You received 3 meals.');
    ok(await adjust(sam, -4, platform));
    expect(await creditsOf(sam)).toBe(1);
    const { entries } = ok(await api.as(sam).credits.history({ query: {} }));
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['adjustment', -4],
      ['adjustment', 3],
      ['grant', 2],
    ]);
    expect(await lastLine(sam)).toMatchObject({ action: 'adjust', before: { available: 5 }, after: { amount: -4 } });
  });

  it('is made once per Idempotency-Key, and repeats its response at once and later', async () => {
    const sam = await given.student({ name: 'Sam' });
    const key = randomUUID();
    const give = (amount = 3, to: { id: string } = sam) =>
      desk().adjust({ ...about(to), body: { amount, reason: REASON }, headers: { 'idempotency-key': key } });
    const responses = [...(await atOnce(3, () => give())), await give()];
    expect(tally(responses)).toEqual({ 200: 4 });
    expect(new Set(responses.map(({ body }) => JSON.stringify(body)))).toHaveProperty('size', 1);
    expect(await creditsOf(sam)).toBe(5);
    expect((await profile(sam)).log).toHaveLength(1);
    expect(await give(4)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    for (const id of [randomUUID(), 'not an id']) expect((await give(3, { id })).status).toBe(404);
    ok(await adjust(sam, 3));
    expect(await creditsOf(sam)).toBe(8);
  });

  it('with a key that another operator has used is refused', async () => {
    const sam = await given.student();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { amount: 1, reason: REASON };
    ok(await desk().adjust({ ...about(sam), body, headers }));
    expect((await desk(platform).adjust({ ...about(sam), body, headers })).status).toBe(422);
    expect(await creditsOf(sam)).toBe(3);
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
  });

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
    for (let round = 0; round < ROUNDS; round++) {
      const sam = await given.student({ credits: 1 });
      const posted = api.as(sam).requests.create({ body: lunch() });
      const results = await Promise.all([adjust(sam, -1, platform), posted]);
      expect(results.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
      expect(await creditsOf(sam)).toBe(0);
    }
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
