import { ok } from '../../../test/support/responses.js';
import type { GivenStudent } from '../../../test/support/given.js';
import { startCampus } from '../../../test/support/campus.js';
import { startApi } from '../../../test/support/start-api.js';
import { until } from '../../../test/support/until.js';

const { api, given } = await startCampus({ audited: true });
const second = await startApi({ db: api.db, inbox: api.inbox });
afterAll(() => second.stop());

const me = async (student: GivenStudent) => ok(await api.as(student).users.me()).user;

const reaches = (table: 'meal_requests' | 'matches', id: string, status: string) =>
  until(
    `${table} ${id} to be ${status}`,
    async () => (await api.db.query(`SELECT FROM ${table} WHERE id = $1 AND status = $2`, [id, status])).length > 0,
  );

it('gives the meal back within 5 s of the deadline, and says so by mail [spec §1.4 §4.18 §9.1]', async () => {
  const ruth = await given.student({ credits: 1 });
  const deadline = new Date(Date.now() + 300);
  const id = await given.request({ by: ruth, mealDescription: 'Forgotten soup', deadline });
  await until('the refund', async () => (await me(ruth)).credits === 1);
  expect(Date.now() - deadline.getTime()).toBeLessThan(5000);
  expect(ok(await api.as(ruth).requests.mine({ query: {} }))).toMatchObject({
    requests: [{ _id: id, status: 'expired' }],
    counts: { expired: 1, active: 0 },
  });
  expect((await api.inbox.waitForMail(ruth.email, 'refunded')).text).toContain('Forgotten soup');
});

it('refunds every overdue request exactly once when two instances sweep side by side [spec §1.4]', async () => {
  const students = await Promise.all(Array.from({ length: 20 }, () => given.student({ credits: 20 })));
  const requests: string[] = [];
  for (const by of students)
    requests.push(...(await Promise.all(Array.from({ length: 15 }, () => given.request({ by })))));
  await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = ANY ($1)', [requests]);
  await until('every request to expire', async () => {
    const left = await api.db.query(`SELECT FROM meal_requests WHERE id = ANY ($1) AND status = 'active'`, [requests]);
    return left.length === 0;
  });
  for (const student of students) expect((await me(student)).credits).toBe(20);
  const mailed = () => students.map(({ email }) => api.inbox.to(email).length);
  await until('15 mails to every student', () => mailed().every((count) => count >= 15));
  expect(mailed()).toEqual(students.map(() => 15));
});

it('skips a request that it cannot refund, and refunds the rest', async () => {
  const ruth = await given.student({ credits: 3 });
  const [good, bad, fine] = [
    await given.request({ by: ruth }),
    await given.request({ by: ruth }),
    await given.request({ by: ruth }),
  ];
  await api.db.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
    CREATE TRIGGER refuse_one BEFORE UPDATE ON meal_requests FOR EACH ROW
      WHEN (NEW.id = '${bad}' AND NEW.status = 'expired') EXECUTE FUNCTION refuse_one()`);
  await api.db.query('UPDATE meal_requests SET deadline = now() WHERE id = ANY ($1)', [[good, bad, fine]]);
  await reaches('meal_requests', good, 'expired');
  await reaches('meal_requests', fine, 'expired');
  expect((await me(ruth)).credits).toBe(2);
  await until('a log line about the bad request', async () =>
    JSON.stringify([...(await api.logs()), ...(await second.logs())]).includes(bad),
  );
  // in one transaction, before the next sweep
  await api.db.query(`DROP FUNCTION refuse_one CASCADE;
    UPDATE meal_requests SET deadline = now() + interval '1 hour' WHERE id = '${bad}'`);
  ok(await api.as(ruth).requests.cancel({ params: { id: bad } }));
});

it('completes a match that both sides forgot 48 h after its deadline, and pays the fulfiller once', async () => {
  const finn = await given.student({ credits: 0 });
  const forgotten = await given.match({ by: finn });
  const younger = await given.match({ by: finn });
  const moved = `UPDATE meal_requests SET deadline = now() - make_interval(hours => $2) WHERE id = $1`;
  await api.db.query(moved, [younger.requestId, 47]);
  await api.db.query(moved, [forgotten.requestId, 48]);
  await reaches('matches', forgotten.id, 'completed');
  expect((await me(finn)).credits).toBe(1);
  const [match] = await api.db.query('SELECT completed_by FROM matches WHERE id = $1', [forgotten.id]);
  expect(match).toEqual({ completed_by: 'system' });
  const counts = ok(await api.as(finn).matches.mine({ query: {} })).counts;
  expect(counts).toEqual({ all: 2, accepted: 1, completed: 1 });
});

it('deletes idempotency keys after 24 h, old links and ended sessions, and keeps the others', async () => {
  const ruth = await given.student();
  const token = await api.tokenOf(ruth);
  await api.db.query(
    `INSERT INTO idempotency_keys (student_id, key, route, body_hash, body, created_at)
     SELECT $1, gen_random_uuid(), 'requests.create', '', '{}', now() - make_interval(hours => h) FROM unnest($2::int[]) h`,
    [ruth.id, [25, 23]],
  );
  await api.db.query(
    `INSERT INTO email_tokens (id, student_id, purpose, token_hash, expires_at)
     SELECT gen_random_uuid(), $1, 'reset', sha256(h::text::bytea), now() - make_interval(hours => h) FROM unnest($2::int[]) h`,
    [ruth.id, [25, 1]],
  );
  await api.db.query(
    `INSERT INTO sessions (id, student_id, expires_at, ended_at)
     VALUES (gen_random_uuid(), $1, now() + interval '9 days', now() - interval '8 days')`,
    [ruth.id],
  );
  // as an instance's first tick does
  await api.prune();
  const left = async (table: string) =>
    (await api.db.query(`SELECT FROM ${table} WHERE student_id = $1`, [ruth.id])).length;
  await until(
    'the old rows to be deleted',
    async () =>
      (await left('idempotency_keys')) === 1 && (await left('email_tokens')) === 1 && (await left('sessions')) === 1,
  );
  expect((await api.client(token).users.me()).status).toBe(200);
});
