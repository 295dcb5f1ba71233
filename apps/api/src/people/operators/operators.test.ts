import { atOnce, ok, tally } from '../../../test/support/responses.js';
import { PASSWORD } from '../../../test/support/given.js';
import { DESK_PASSWORD, operatorsIn } from '../../../test/support/operators.js';
import { startCampus } from '../../../test/support/campus.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const { api, given } = await startCampus();
const operators = operatorsIn(api);
beforeAll(() => given.student({ institution: 'state' }));
beforeEach(() => api.forgetLimits());
afterEach(() => api.aheadBy(0));

const login = (email: string, code: string, password = DESK_PASSWORD, network = 1, device?: string) =>
  operators.desk().operators.login({
    body: { email, password, code, device },
    extraHeaders: { 'x-forwarded-for': `203.0.113.${network}` },
  });

it('logs an operator in from the mailed invitation, with the first code of the authenticator app', async () => {
  const token = await operators.invite('ines@dining.example', 'state');
  const invitation = ok(await operators.desk().operators.invitation({ body: { token } }));
  expect(invitation).toMatchObject({ email: 'ines@dining.example', campus: 'state' });
  expect(invitation.uri).toContain(`otpauth://totp/SpareSwipe:ines%40dining.example?secret=${invitation.secret}`);
  const code = await operators.codeOf(invitation.secret);
  const accepted = ok(await operators.desk().operators.accept({ body: { token, password: DESK_PASSWORD, code } }));
  expect(new Set(accepted.recoveryCodes).size).toBe(10);
  const { operator } = ok(await operators.desk(accepted.token).operators.me());
  expect(operator).toEqual({ _id: accepted.operator._id, email: 'ines@dining.example', campus: 'state' });
});

it('accepts an invitation once, and not after 72 hours', async () => {
  const token = await operators.invite('once@dining.example', 'state');
  const { secret } = ok(await operators.desk().operators.invitation({ body: { token } }));
  await api.aheadBy(73 * HOUR);
  expect(await operators.desk().operators.invitation({ body: { token } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_TOKEN' },
  });
  await api.aheadBy(0);
  const accept = async () =>
    operators
      .desk()
      .operators.accept({ body: { token, password: DESK_PASSWORD, code: await operators.codeOf(secret) } });
  const results = await Promise.all([accept(), accept()]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await accept()).status).toBe(400);
});

it('asks for a right code of the authenticator app before it accepts an invitation', async () => {
  const token = await operators.invite('wrong@dining.example', 'state');
  const refused = await operators.desk().operators.accept({ body: { token, password: DESK_PASSWORD, code: '000000' } });
  expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  const code = 'abcd-efgh-2345-mnop';
  const recovery = await operators.desk().operators.accept({ body: { token, password: DESK_PASSWORD, code } });
  expect(recovery).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

it('counts wrong codes for each invitation, so that nobody without one keeps an operator out', async () => {
  const token = await operators.invite('office@dining.example', 'state');
  const { secret } = ok(await operators.desk().operators.invitation({ body: { token } }));
  const accept = (invitation: string, code: string) =>
    operators.desk().operators.accept({ body: { token: invitation, password: DESK_PASSWORD, code } });
  for (let call = 0; call < 11; call++) expect((await accept('nonsense', '123456')).status).toBe(400);
  for (let call = 0; call < 9; call++) expect((await accept(token, '000000')).status).toBe(401);
  ok(await accept(token, await operators.codeOf(secret)));

  const other = await operators.invite('guessed@dining.example', 'state');
  for (let call = 0; call < 10; call++) expect((await accept(other, '000000')).status).toBe(401);
  expect((await accept(other, '000000')).status).toBe(429);
});

it.each([
  ['Passw0rd-11', 'Password must be at least 12 characters'],
  [
    'long-enough-but-simple',
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  ],
])('refuses the new password "%s", and leaves the invitation as it is', async (password, message) => {
  const token = await operators.invite('short@dining.example', 'state');
  const { secret } = ok(await operators.desk().operators.invitation({ body: { token } }));
  const accept = async (chosen: string) =>
    operators.desk().operators.accept({ body: { token, password: chosen, code: await operators.codeOf(secret) } });
  expect(await accept(password)).toMatchObject({
    status: 400,
    body: { success: false, code: 'VALIDATION_FAILED', message, errors: [{ path: 'password', message }] },
  });
  ok(await accept('Passw0rd-12!'));
});

it('keeps the log-ins of operators whose password is from before it had to have 12 characters', async () => {
  const { id, email, recoveryCodes } = await operators.operator('state');
  const student = await given.student();
  await api.db.query(
    'UPDATE operators SET password_hash = (SELECT password_hash FROM students WHERE id = $1) WHERE id = $2',
    [student.id, id],
  );
  expect((await login(email, recoveryCodes[0]!, PASSWORD)).status).toBe(200);
});

it('refuses the same code twice, also at the same moment, so that nobody logs in with one they saw', async () => {
  const { email, secret } = await operators.operator('state');
  await api.aheadBy(MINUTE);
  const code = await operators.codeOf(secret, MINUTE);
  const results = await Promise.all([login(email, code), login(email, code), login(email, code)]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  expect((await login(email, code)).status).toBe(401);
});

it('takes each recovery code once', async () => {
  const { email, recoveryCodes } = await operators.operator('state');
  const [first, second] = recoveryCodes as [string, string];
  expect((await login(email, first)).status).toBe(200);
  expect((await login(email, first)).status).toBe(401);
  expect((await login(email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
});

it('fails alike for an unknown address, a wrong password and a wrong code', async () => {
  const { email, recoveryCodes } = await operators.operator('state');
  const failures = [
    await login('nobody@dining.example', '123456'),
    await login(email, recoveryCodes[0]!, 'Wr0ng-one'),
    await login(email, '000000'),
  ];
  expect(failures.map(({ status, body }) => ({ status, body }))).toEqual(
    failures.map(() => ({
      status: 401,
      body: { success: false, code: 'INVALID_CREDENTIALS', message: 'Email, password or code is wrong' },
    })),
  );
});

it('slows guessing down as for students', async () => {
  const { email } = await operators.operator('state');
  const statuses = [];
  for (let guess = 0; guess < 8; guess++) statuses.push((await login(email, `00000${guess}`)).status);
  expect(statuses).toContain(429);
});

it('lets an operator in from a browser that logged in before, while somebody guesses at the same network', async () => {
  const { email, recoveryCodes } = await operators.operator('state');
  const { device } = ok(await login(email, recoveryCodes[0]!));
  const guesses = await atOnce(8, () => login(email, '000000', 'Wr0ng-one'));
  expect(tally(guesses)).toEqual({ '401 INVALID_CREDENTIALS': 5, '429 TOO_MANY_REQUESTS': 3 });
  const back = await login(email, recoveryCodes[1]!, DESK_PASSWORD, 1, device);
  expect(back).toMatchObject({ status: 200, body: { device } });
});

describe('somebody who knows the password', () => {
  /** Guesses a code that is wrong until two minutes from now. */
  const guesses = async ({ email, secret }: { email: string; secret: string }, count: number) => {
    const steps = [-2, -1, 0, 1, 2, 3, 4].map((step) => operators.codeOf(secret, (step * MINUTE) / 2));
    const right = await Promise.all(steps);
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'];
    const code = wrong.find((one) => !right.includes(one))!;
    const statuses = [];
    for (let network = 1; network <= count; network++)
      statuses.push((await login(email, code, DESK_PASSWORD, network)).status);
    return statuses;
  };

  it('allows 10 wrong codes an hour, however many networks they come from; a recovery code still lets the operator in', async () => {
    const { email, secret, recoveryCodes } = await operators.operator('state');
    expect(await guesses({ email, secret }, 12)).toEqual([...Array<number>(10).fill(401), 429, 429]);
    await api.aheadBy(MINUTE);
    expect((await login(email, await operators.codeOf(secret, MINUTE), DESK_PASSWORD, 50)).status).toBe(429);
    expect((await login(email, recoveryCodes[0]!, DESK_PASSWORD, 50)).status).toBe(200);
  });

  it('forgets the wrong codes after a right one', async () => {
    const { email, secret } = await operators.operator('state');
    await guesses({ email, secret }, 9);
    await api.aheadBy(MINUTE);
    expect((await login(email, await operators.codeOf(secret, MINUTE), DESK_PASSWORD, 50)).status).toBe(200);
    expect(await guesses({ email, secret }, 10)).not.toContain(429);
  });
});

it('counts no right codes: an operator who confirms one action after another is never locked out', async () => {
  const operator = await operators.operator('state');
  const confirm = (code: string) => operators.as(operator).operators.confirm({ body: { code } });
  for (let step = 1; step <= 11; step++) {
    await api.aheadBy(step * MINUTE);
    expect((await confirm('000000')).status).toBe(401);
    expect((await confirm(await operators.codeOf(operator.secret, step * MINUTE))).status).toBe(200);
  }
  await api.aheadBy(12 * MINUTE);
  expect((await login(operator.email, await operators.codeOf(operator.secret, 12 * MINUTE))).status).toBe(200);
});

it('ends a session after 12 hours, at log-out, and when the operator is revoked', async () => {
  const [expired, left, revoked] = [
    await operators.operator('state'),
    await operators.operator('state'),
    await operators.operator(null),
  ];
  const me = async (operator: { token: string }) => (await operators.as(operator).operators.me()).status;
  expect([await me(expired), await me(left), await me(revoked)]).toEqual([200, 200, 200]);
  ok(await operators.as(left).operators.logout());
  await api.revoke(revoked.email);
  expect([await me(left), await me(revoked)]).toEqual([401, 401]);
  expect((await login(revoked.email, revoked.recoveryCodes[0]!)).status).toBe(401);
  await api.aheadBy(12 * HOUR);
  expect(await me(expired)).toBe(401);
});

it('never takes a token of a student for one of an operator, nor the other way round', async () => {
  const operator = await operators.operator(null);
  const student = await given.student();
  const studentToken = await api.tokenOf(student);
  expect((await operators.desk(studentToken).operators.me()).status).toBe(401);
  expect((await api.client(operator.token).users.me()).status).toBe(401);
});

it('invites an operator again to start over: the former password, codes and sessions stop working', async () => {
  const { id, email, token, recoveryCodes } = await operators.operator('state');
  await api.invite(email, 'state');
  expect((await operators.desk(token).operators.me()).status).toBe(401);
  expect((await login(email, recoveryCodes[0]!)).status).toBe(401);
  const left = await api.db.query('SELECT FROM operator_recovery_codes WHERE operator_id = $1', [id]);
  expect(left).toEqual([]);
});
