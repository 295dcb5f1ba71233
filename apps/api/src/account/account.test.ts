import { randomUUID } from 'node:crypto';
import { ROUNDS } from '../../test/support/levels.js';
import { atOnce, ok, tally } from '../../test/support/responses.js';
import { PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { lunch } from '../../test/support/lunch.js';
import { overtaken } from '../../test/support/overtaken.js';
import { STARTING_MEALS_KEY } from '../../test/support/start-api.js';
import { startCampus } from '../../test/support/campus.js';
import { closedAddress } from '../platform/common/mailbox.js';
import { auditLedger } from '../ledger/audit/invariants.js';

const { api, given } = await startCampus();
beforeEach(() => api.forgetLimits());

const close = (student: GivenStudent, password = PASSWORD) =>
  api.as(student).account.deactivate({ body: { password } });
const statusOf = async (table: 'meal_requests' | 'matches', id: string) =>
  (await api.db.query<{ status: string }>(`SELECT status FROM ${table} WHERE id = $1`, [id]))[0]!.status;

it('asks for the password [asvs V7.5b]', async () => {
  const sam = await given.student();
  expect(await close(sam, 'Wrong1')).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  expect(await close(sam, '')).toMatchObject({ status: 400, body: { message: 'Password is required' } });
  ok(await api.as(sam).users.me());
});

it('settles everything open on both sides and informs the others', async () => {
  const sam = await given.student({ name: 'Sam', credits: 5 });
  const [active, asked] = [
    await given.request({ by: sam }),
    await given.match({ of: await given.request({ by: sam }) }),
  ];
  const ruth = await given.student({ name: 'Ruth' });
  const promised = await given.match({ by: sam, of: await given.request({ by: ruth }) });
  const fulfiller = await emailOf(asked.fulfillerId);

  ok(await close(sam));

  expect(await statusOf('meal_requests', active)).toBe('cancelled');
  expect(await statusOf('meal_requests', asked.requestId)).toBe('cancelled');
  expect(await statusOf('matches', asked.id)).toBe('cancelled');
  expect(await statusOf('meal_requests', promised.requestId)).toBe('active');
  expect(await statusOf('matches', promised.id)).toBe('cancelled');
  const reasons = 'SELECT cancelled_because AS reason FROM matches WHERE id = ANY ($1) ORDER BY reason';
  expect(await api.db.query(reasons, [[asked.id, promised.id]])).toEqual([{ reason: 'left' }, { reason: 'withdrawn' }]);
  expect(await auditLedger(api.db.pool)).toEqual([]);
  expect((await api.inbox.waitForMail(ruth.email, 'could not make it')).text).toContain("Sam can't make it");
  expect((await api.inbox.waitForMail(fulfiller, 'called off')).text).toContain('Sam left SpareSwipe');
  await api.inbox.waitForMail(sam.email, 'closed');
});

it('leaves an overdue request expired, refunded like any other', async () => {
  const sam = await given.student({ credits: 1 });
  const overdue = await given.request({ by: sam });
  const client = await api.db.pool.connect();
  await client.query('BEGIN');
  // The sweep leaves locked rows alone; the closing waits for them.
  await client.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [overdue]);
  const closing = close(sam);
  await client.query('COMMIT');
  client.release();
  ok(await closing);
  expect(await statusOf('meal_requests', overdue)).toBe('expired');
  expect(await auditLedger(api.db.pool)).toEqual([]);
});

// before the races below: an accept may collide with the closing of its requester, and is retried
it('does not deadlock when two students who help each other close their accounts at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [sam, pat] = [await given.student({ credits: 9 }), await given.student({ credits: 9 })];
    const overdue = [
      await given.match({ by: sam, of: await given.request({ by: pat }) }),
      await given.match({ by: pat, of: await given.request({ by: sam }) }),
    ].map(({ requestId }) => requestId);
    await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = ANY ($1)', [overdue]);
    await Promise.all([given.request({ by: sam }), given.request({ by: pat })]);
    expect(tally(await Promise.all([close(sam), close(pat)]))).toEqual({ 200: 2 });
  }
  expect(await auditLedger(api.db.pool)).toEqual([]);
  expect(await api.db.query('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()')).toEqual([
    { deadlocks: 0 },
  ]);
});

describe('an accepted match whose deadline is ahead', () => {
  const YES = { followedThrough: true, score: 5 };
  const exchange = async () => {
    const [ruth, finn] = [await given.student({ credits: 1 }), await given.student({ credits: 0 })];
    const deadline = new Date(Date.now() + 20 * 60_000);
    return { ruth, finn, ...(await given.match({ of: await given.request({ by: ruth, deadline }), by: finn })) };
  };
  type Exchange = Awaited<ReturnType<typeof exchange>>;
  const met = (by: GivenStudent, { id }: Exchange) => api.as(by).matches.met({ params: { id } });
  const yes = (by: GivenStudent, { id }: Exchange) => api.as(by).ratings.rate({ params: { id }, body: YES });

  it.each([
    ['the fulfiller said "Yes"', (match: Exchange) => yes(match.finn, match)],
    ['the fulfiller said that it’s them', (match: Exchange) => met(match.finn, match)],
    ['the requester said "Yes"', (match: Exchange) => yes(match.ruth, match)],
    ['the requester said that it’s them', (match: Exchange) => met(match.ruth, match)],
  ])(
    'pays for a meal that was handed over early, if %s before the requester closes the account',
    async (_, confirm) => {
      const match = await exchange();
      ok(await confirm(match));
      ok(await close(match.ruth));
      expect(await statusOf('matches', match.id)).toBe('completed');
      expect(ok(await api.as(match.finn).users.me()).user.credits).toBe(1);
      expect(await auditLedger(api.db.pool)).toEqual([]);
    },
  );

  it('is paid in the last 30 minutes, and called off before them if nobody has said that it happened', async () => {
    const [late, quiet] = [await exchange(), await exchange()];
    await api.db.query(`UPDATE meal_requests SET deadline = now() + interval '40 minutes' WHERE id = $1`, [
      quiet.requestId,
    ]);
    for (const { ruth } of [late, quiet]) ok(await close(ruth));
    expect(await statusOf('matches', late.id)).toBe('completed');
    expect(await statusOf('matches', quiet.id)).toBe('cancelled');
    const told = async ({ finn }: Exchange) => (await api.inbox.waitForMail(finn.email, 'called off')).text;
    expect(await told(late)).toContain('its credit is yours');
    expect(await told(quiet)).toContain('You need not do anything');
  });

  it('is released if the fulfiller leaves', async () => {
    const early = await exchange();
    ok(await yes(early.finn, early));
    ok(await close(early.finn));
    expect(await statusOf('meal_requests', early.requestId)).toBe('active');
  });
});

describe('an accepted match whose deadline has passed', () => {
  const exchange = async () => {
    const [ruth, finn] = [await given.student({ credits: 1 }), await given.student({ credits: 0 })];
    const match = await given.match({ of: await given.request({ by: ruth }), by: finn });
    await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = $1', [match.requestId]);
    return { ruth, finn, ...match };
  };
  const creditsOf = async ({ id }: GivenStudent) =>
    (
      await api.db.query<{ balance: number }>(
        `SELECT balance FROM ledger.accounts WHERE student_id = $1 AND kind = 'available'`,
        [id],
      )
    )[0]!.balance;
  const mailsTo = async (student: GivenStudent) =>
    (
      await api.db.query<{ mail: string }>(
        `SELECT data->>'mail' AS mail FROM pgboss.job WHERE name = 'mail' AND data->'to'->>'email' = $1`,
        [student.email],
      )
    ).map(({ mail }) => mail);

  it('pays the fulfiller when the requester closes their account after eating', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await close(ruth));
    expect(ok(await api.as(finn).matches.one({ params: { id } })).match.status).toBe('completed');
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 1]);
    expect([await mailsTo(ruth), await mailsTo(finn)]).toEqual([['deactivated'], []]);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it('is completed when the fulfiller closes their account, and a "No" of the requester, who is asked, gives it back', async () => {
    const { ruth, finn, id } = await exchange();
    ok(await close(finn));
    expect(ok(await api.as(ruth).matches.one({ params: { id } })).match.status).toBe('completed');
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 1]);
    expect(await mailsTo(ruth)).toEqual(['completed']);
    const asked = ok(await api.as(ruth).matches.asked()).matches;
    expect(asked).toMatchObject([{ _id: id, said: { fulfiller: false } }]);
    const denied = await api.as(ruth).ratings.rate({ params: { id }, body: { followedThrough: false } });
    expect(ok(denied).match.dispute).toMatchObject({
      awardedTo: 'requester',
      deniedBy: 'requester',
      confirmedBy: null,
    });
    expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([1, 0]);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });

  it.each(['ruth', 'finn'] as const)('is paid once when it is completed while %s closes the account', async (who) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ruth, finn, id } = await exchange();
      const [leaving, staying] = who === 'ruth' ? [ruth, finn] : [finn, ruth];
      const [closed, completed] = await Promise.all([
        close(leaving),
        api.as(staying).matches.complete({ params: { id } }),
      ]);
      expect(closed.status).toBe(200);
      expect([200, 409]).toContain(completed.status);
      expect([await creditsOf(ruth), await creditsOf(finn)]).toEqual([0, 1]);
    }
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
});

describe('at the same moment', () => {
  it.each(['requester', 'fulfiller'] as const)(
    'as the %s closes the account, a "No" counts or finds nothing',
    async (who) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [ruth, finn] = [await given.student(), await given.student()];
        const { id } = await given.match({ of: await given.request({ by: ruth }), by: finn });
        const [leaving, staying] = who === 'requester' ? [ruth, finn] : [finn, ruth];
        const body = { followedThrough: false };
        const [closed, rated] = await Promise.all([
          close(leaving),
          api.as(staying).ratings.rate({ params: { id }, body }),
        ]);
        expect(closed.status).toBe(200);
        expect([200, 409]).toContain(rated.status);
        expect(await statusOf('matches', id)).toBe('cancelled');
      }
      expect(await auditLedger(api.db.pool)).toEqual([]);
    },
  );

  it.each(['requester', 'fulfiller'] as const)(
    'as the %s closes the account, an accept leaves no match open',
    async (who) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [ruth, finn] = [await given.student(), await given.student()];
        const requestId = await given.request({ by: ruth });
        const [closed, accepted] = await Promise.all([
          close(who === 'requester' ? ruth : finn),
          api.as(finn).matches.accept({ body: { requestId } }),
        ]);
        expect(closed.status).toBe(200);
        expect([201, 401, 409]).toContain(accepted.status);
        const open = `SELECT FROM matches WHERE request_id = $1 AND status <> 'cancelled'`;
        expect(await api.db.query(open, [requestId])).toEqual([]);
        expect(await statusOf('meal_requests', requestId)).toBe(who === 'requester' ? 'cancelled' : 'active');
      }
      expect(await auditLedger(api.db.pool)).toEqual([]);
    },
  );
});

it('ends every session, blocks the log-in, and keeps nothing personal [asvs V7.4]', async () => {
  const sam = await given.student({ name: 'Sam Unique' });
  const session = ok(await api.client().auth.login({ body: { email: sam.email, password: PASSWORD } })).token;
  const headers = { 'idempotency-key': randomUUID() };
  ok(await api.as(sam).requests.create({ headers, body: lunch() }));
  ok(await close(sam));
  expect(await api.client(session).users.me()).toMatchObject({ status: 401 });
  const login = (password: string) => api.client().auth.login({ body: { email: sam.email, password } });
  expect(await login(PASSWORD)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } });
  expect(await login('Wrong1')).toMatchObject({ status: 401 });
  const [kept] = await api.db.query<{ row: string; phoneNumber: string }>(
    'SELECT s::text AS row, phone_number AS "phoneNumber" FROM students s WHERE id = $1',
    [sam.id],
  );
  expect(kept!.row).not.toContain('Sam Unique');
  expect(kept!.row).not.toContain(sam.email);
  expect(kept!.phoneNumber).toBe('');
  expect(await api.db.query('SELECT FROM idempotency_keys WHERE student_id = $1', [sam.id])).toEqual([]);
});

it('leaves no name in the responses that are kept for the repeated calls of others', async () => {
  const [sam, finn] = [await given.student({ name: 'Sam Unique' }), await given.student()];
  const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const accept = async (by: GivenStudent, of: GivenStudent) =>
    ok(await api.as(by).matches.accept({ body: { requestId: await given.request({ by: of }) }, ...keyed() })).match._id;
  const rated = await accept(finn, sam);
  const yes = { body: { followedThrough: true, score: 5 }, ...keyed() };
  ok(await api.as(finn).ratings.rate({ params: { id: rated }, ...yes }));
  const other = await accept(finn, await given.student());
  ok(await close(sam));
  const kept = await api.db.query<{ id: string }>(
    `SELECT body -> 'match' ->> '_id' AS id FROM idempotency_keys WHERE student_id = $1`,
    [finn.id],
  );
  expect(kept).toEqual([{ id: other }]);
});

it('does not give starting meals again to a student who registers again', async () => {
  const sam = await given.student();
  ok(await close(sam));
  const body = { name: 'Sam', email: sam.email, password: 'Secret1', phoneNumber: '+1 617 555 0100' };
  expect(await api.client().auth.register({ body })).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
});

it('does not give starting meals to a student who registers while the account is being closed, either', async () => {
  const sam = await given.student();
  const closing = `UPDATE students SET deactivated_at = now(), email = $2 WHERE id = $1`;
  const body = { name: 'Sam', email: sam.email, password: 'Secret1', phoneNumber: '+1 617 555 0100' };
  const register = () => api.client().auth.register({ body });
  expect(
    await overtaken(api.db, [closing, [sam.id, closedAddress(sam.email, STARTING_MEALS_KEY)]], register),
  ).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
});

it('lets no other account of the mailbox accept what the closed one had promised, also at the same moment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = randomUUID();
    const [first, second] = [
      await given.student({ email: `${name}+1@state.edu` }),
      await given.student({ email: `${name}+2@state.edu` }),
    ];
    const { requestId } = await given.match({ by: first });
    const accept = () => api.as(second).matches.accept({ body: { requestId } });
    const [closed, ...accepted] = await Promise.all([close(first), accept(), accept()]);
    ok(closed);
    for (const response of [...accepted, await accept()])
      expect(response).toMatchObject({ status: 409, body: { code: 'REQUEST_NOT_AVAILABLE' } });
  }
});

it('waits for no call that is under way', async () => {
  const sam = await given.student();
  const call = await api.db.pool.connect();
  try {
    await call.query('BEGIN');
    await call.query(
      `INSERT INTO idempotency_keys (student_id, key, route, body_hash) VALUES ($1, gen_random_uuid(), 'matches.release', '')`,
      [sam.id],
    );
    ok(await close(sam));
  } finally {
    await call.query('ROLLBACK');
    call.release();
  }
});

it('happens once, and no call at the same moment has an effect', async () => {
  const sam = await given.student({ credits: 5 });
  const body = lunch();
  const [closings] = await Promise.all([
    atOnce(5, () => close(sam)),
    atOnce(5, () => api.as(sam).requests.create({ body })),
  ]);
  expect(tally(closings)).toEqual({ 200: 1, '401 UNAUTHENTICATED': 4 });
  const open = `SELECT FROM meal_requests WHERE requester_id = $1 AND status = 'active'`;
  expect(await api.db.query(open, [sam.id])).toEqual([]);
  expect(await auditLedger(api.db.pool)).toEqual([]);
});

const emailOf = async (id: string) =>
  (await api.db.query<{ email: string }>('SELECT email FROM students WHERE id = $1', [id]))[0]!.email;
