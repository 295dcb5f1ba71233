import { randomUUID } from 'node:crypto';
import { atOnce, ok, tally } from '../../test/support/answers.js';
import { givenIn, PASSWORD, type GivenStudent } from '../../test/support/given.js';
import { overtaken } from '../../test/support/overtaken.js';
import { startApi, type Api } from '../../test/support/start-api.js';
import { closedAddress } from '../users/closed-address.js';
import { auditLedger } from '../commands/audit.js';

let api: Api;
let given: ReturnType<typeof givenIn>;
beforeAll(async () => {
  api = await startApi();
  given = givenIn(api.db);
}, 120_000);
beforeEach(() => api.forgetLimits());
afterAll(() => api.stop());

const close = (student: GivenStudent, password = PASSWORD) =>
  api.as(student).account.deactivate({ body: { password } });
const ramen = () => {
  const deadline = new Date(Date.now() + 7_200_000).toISOString();
  return { mealPeriod: 'lunch' as const, mealDescription: 'Ramen', location: 'Hall', deadline };
};
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
  expect(await auditLedger(api.db.pool)).toEqual([]);
  expect((await api.inbox.waitForMail(ruth.email, 'could not make it')).text).toContain("Sam can't make it");
  expect((await api.inbox.waitForMail(fulfiller, 'called off')).text).toContain('Sam left SpareSwipe');
  await api.inbox.waitForMail(sam.email, 'closed');
});

it('leaves an overdue request expired, and refunds a matched one whose deadline has passed', async () => {
  const sam = await given.student({ credits: 1 });
  const ruth = await given.student({ credits: 1 });
  const overdue = await given.request({ by: sam });
  const promised = await given.match({ by: sam, of: await given.request({ by: ruth }) });
  const client = await api.db.pool.connect();
  await client.query('BEGIN');
  // The sweep leaves locked rows alone; the closing waits for them.
  await client.query('UPDATE meal_requests SET deadline = now() WHERE id = ANY ($1)', [[overdue, promised.requestId]]);
  const closing = close(sam);
  await client.query('COMMIT');
  client.release();
  ok(await closing);
  expect(await statusOf('meal_requests', overdue)).toBe('expired');
  expect(await statusOf('meal_requests', promised.requestId)).toBe('expired');
  expect(ok(await api.as(ruth).users.me()).user.credits).toBe(1);
  expect((await api.inbox.waitForMail(ruth.email, 'could not make it')).text).toContain('back in your account');
  expect(await auditLedger(api.db.pool)).toEqual([]);
});

it('does not deadlock when two students who help each other close their accounts at once', async () => {
  for (let round = 0; round < 5; round++) {
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

it('ends every session, blocks the log-in, and keeps nothing personal [asvs V7.4]', async () => {
  const sam = await given.student({ name: 'Sam Unique' });
  const session = ok(await api.client().auth.login({ body: { email: sam.email, password: PASSWORD } })).token;
  const headers = { 'idempotency-key': randomUUID() };
  ok(await api.as(sam).requests.create({ headers, body: ramen() }));
  ok(await close(sam));
  expect(await api.client(session).users.me()).toMatchObject({ status: 401 });
  const login = (password: string) => api.client().auth.login({ body: { email: sam.email, password } });
  expect(await login(PASSWORD)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } });
  expect(await login('Wrong1')).toMatchObject({ status: 401 });
  const [row] = await api.db.query<{ row: string }>('SELECT s::text AS row FROM students s WHERE id = $1', [sam.id]);
  expect(row!.row).not.toContain('Sam Unique');
  expect(row!.row).not.toContain(sam.email);
  expect(row!.row).not.toContain('555');
  expect(await api.db.query('SELECT FROM idempotency_keys WHERE student_id = $1', [sam.id])).toEqual([]);
});

it('does not give starting meals again to a student who registers again', async () => {
  const sam = await given.student();
  ok(await close(sam));
  const body = { name: 'Sam', email: sam.email, password: 'Secret1', phoneNumber: '+1 617 555 0100' };
  expect(await api.client().auth.register({ body })).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
});

it('does not give them to a student who registers while the account is being closed, either', async () => {
  const sam = await given.student();
  const closing = `UPDATE students SET deactivated_at = now(), email = $2 WHERE id = $1`;
  const body = { name: 'Sam', email: sam.email, password: 'Secret1', phoneNumber: '+1 617 555 0100' };
  const register = () => api.client().auth.register({ body });
  expect(await overtaken(api.db, [closing, [sam.id, closedAddress(sam.email)]], register)).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  });
});

it('happens once, and no call at the same moment has an effect', async () => {
  const sam = await given.student({ credits: 5 });
  const body = ramen();
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
