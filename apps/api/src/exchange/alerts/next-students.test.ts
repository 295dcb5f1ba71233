import { ALERTS_PER_DAY, ALERTS_PER_WAVE } from '@spareswipe/contract';
import { fillExchange } from '../../../test/support/bulk.js';
import { PUBLIC_KEY } from '../../../test/support/phones.js';
import { short } from '../../../test/support/levels.js';
import { createTestDatabase } from '../../../test/support/database.js';
import { NEXT_STUDENTS } from './next-students.queries.js';

/** Enough that reading the whole table would cost more than the indexes. */
const CANDIDATES = short(2_000, { full: 10_000 });
const CAMPUSES = 5;

const db = await createTestDatabase();
beforeAll(async () => {
  await db.inTransaction(async (client) => {
    await client.query('COMMIT'); // fillExchange has a transaction of its own
    await fillExchange(client, {
      requests: CANDIDATES / 2,
      active: 0.1,
      students: CAMPUSES * CANDIDATES,
      campuses: CAMPUSES,
    });
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO alert_settings (student_id, institution, mail, push, campus, quiet_from, quiet_until, time_zone, unsubscribe_token)
       SELECT id, institution, row_number() OVER () % 4 > 0, true, CASE WHEN random() < 0.01 THEN 'all' ELSE 'mine' END, 0, 0,
              'America/Chicago', gen_random_uuid() FROM students`,
    );
    await client.query(
      `WITH logged_in AS (
         INSERT INTO sessions (id, student_id, expires_at) SELECT gen_random_uuid(), id, now() + interval '1 day' FROM students
         RETURNING id, student_id)
       INSERT INTO push_subscriptions (id, student_id, session_id, endpoint, endpoint_hash, p256dh, auth, public_key, name)
       SELECT gen_random_uuid(), student_id, id, 'https://push.example.com/' || id, sha256(id::text::bytea), 'p', 'a', $1, 'Phone'
         FROM logged_in`,
      [PUBLIC_KEY],
    );
  });
  await db.query('VACUUM ANALYZE');
});
afterAll(() => db.close());

it(`picks a wave among ${CANDIDATES} students with mail, devices or both in one statement, without reading other campuses`, async () => {
  const [request] = await db.query<{ id: string; requester: string; institution: string }>(
    'SELECT id, requester_id AS requester, institution FROM meal_requests LIMIT 1',
  );
  const { id, requester, institution } = request!;
  for (let wave = 1; wave <= 5; wave++) {
    const values = [id, requester, institution, 'lunch', wave, ALERTS_PER_WAVE, new Date(), ALERTS_PER_DAY, PUBLIC_KEY];
    const [row] = await db.query<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${NEXT_STUDENTS.text}`,
      values,
    );
    const indexes = JSON.stringify(row!['QUERY PLAN']).match(/"ix_\w+"/g);
    for (const index of ['ix_alert_settings_campus', 'ix_alert_settings_all', 'ix_matches_fulfiller'])
      expect(indexes).toContain(`"${index}"`);
  }
  expect(await db.query('SELECT FROM alerts WHERE request_id = $1', [id])).toHaveLength(5 * ALERTS_PER_WAVE);
});
