import { ALERTS_PER_DAY, ALERTS_PER_WAVE } from '@spareswipe/contract';
import { fillExchange } from '../../test/support/bulk.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { NEXT_STUDENTS } from './next-students.queries.js';

const CANDIDATES = 10_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.inTransaction(async (client) => {
    await client.query('COMMIT'); // fillExchange has a transaction of its own
    await fillExchange(client, { requests: 20, students: CANDIDATES + 10_000, campuses: 2 });
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO alert_settings (student_id, institution, mail, quiet_from, quiet_until, time_zone, unsubscribe_token)
       SELECT id, institution, true, 0, 0, 'America/Chicago', gen_random_uuid() FROM students`,
    );
  });
  await db.query('VACUUM ANALYZE');
}, 120_000);
afterAll(() => db.close());

it(`picks a wave among ${CANDIDATES} students in one statement, without reading other campuses`, async () => {
  const [request] = await db.query<{ id: string; requester: string; institution: string }>(
    'SELECT id, requester_id AS requester, institution FROM meal_requests LIMIT 1',
  );
  const { id, requester, institution } = request!;
  const times: number[] = [];
  for (let wave = 1; wave <= 5; wave++) {
    const values = [id, requester, institution, 'lunch', wave, ALERTS_PER_WAVE, new Date(), ALERTS_PER_DAY, null];
    const [row] = await db.query<{ 'QUERY PLAN': [{ 'Execution Time': number; Plan: unknown }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${NEXT_STUDENTS.text}`,
      values,
    );
    const [{ 'Execution Time': ms, Plan: plan }] = row!['QUERY PLAN'];
    times.push(ms);
    expect(JSON.stringify(plan)).toContain('"ix_alert_settings_campus"');
  }
  console.info(`a wave among ${CANDIDATES} students: ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
  expect(await db.query('SELECT FROM alerts WHERE request_id = $1', [id])).toHaveLength(5 * ALERTS_PER_WAVE);
  expect(Math.min(...times)).toBeLessThan(1000);
}, 60_000);
