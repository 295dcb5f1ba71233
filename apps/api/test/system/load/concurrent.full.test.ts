import { auditLedger } from '../../../src/ledger/audit/invariants.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { givenIn } from '../../support/given.js';
import { openInbox } from '../../support/inbox.js';
import { SEED } from '../../support/levels.js';
import { atOnce } from '../../support/responses.js';
import { startApi } from '../../support/start-api.js';
import { dice, randomStudent } from './random-student.js';

const SECONDS = 60;
const [CLIENTS, STUDENTS, PROCESSES, ROUND_MS] = [16, 12, 3, 1000];

const db = await createTestDatabase();
const inbox = await openInbox();
const apis = await atOnce(PROCESSES, () => startApi({ db, inbox }));
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await inbox.close();
  await db.close();
});

it(`keeps every invariant while ${CLIENTS} clients press random buttons for ${SECONDS} s (seed ${SEED})`, async () => {
  const given = givenIn(db);
  const students = await Promise.all(Array.from({ length: STUDENTS }, () => given.student({ credits: 8 })));
  const seen: { requests: string[]; matches: string[] } = { requests: [], matches: [] };
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const roll = dice(SEED + index);
    return { roll, press: randomStudent(roll, seen, (student) => apis[roll(PROCESSES)]!.as(student)) };
  });

  let [calls, effects] = [0, 0];
  const faults: string[] = [];
  const end = Date.now() + SECONDS * 1000;
  while (Date.now() < end) {
    const round = Date.now() + ROUND_MS;
    await Promise.all(
      clients.map(async ({ roll, press }) => {
        while (Date.now() < round) {
          const { effect, fault } = await press(students[roll(STUDENTS)]!);
          calls++;
          if (effect) effects++;
          if (fault) faults.push(fault);
        }
      }),
    );
    // All clients pause, only the sweeps of all processes go on: every invariant must hold now.
    expect(await auditLedger(db.pool)).toEqual([]);
    expect(faults).toEqual([]);
    await timeGoesBy(db);
  }

  const lines = (await Promise.all(apis.map(({ logs }) => logs()))).flat();
  const errors = lines.filter(({ level }) => Number(level) >= 50);
  expect(errors).toEqual([]);
  // a credit in dispute belongs to no student; `disputed` stores no balance, so its transfers are summed
  const [credits] = await db.query<{ total: number }>(`
    SELECT (SELECT sum(balance)::int FROM ledger.accounts WHERE student_id IS NOT NULL)
         + (SELECT coalesce(sum(CASE a.id WHEN t.credit_account_id THEN t.amount ELSE -t.amount END), 0)::int
              FROM ledger.accounts a JOIN ledger.transfers t ON a.id IN (t.credit_account_id, t.debit_account_id)
             WHERE a.kind = 'disputed') AS total`);
  expect(credits).toEqual({ total: STUDENTS * 8 });
  console.info(`${calls} calls, ${effects} with effect, ${PROCESSES} processes, seed ${SEED}`);
  expect(effects).toBeGreaterThan(0);
}, 300_000);

/** Deadlines pass, matches are forgotten, suspensions end, and rate limits start over. */
async function timeGoesBy(database: TestDatabase): Promise<void> {
  await database.query(`UPDATE meal_requests SET deadline = now() WHERE status = 'active' AND random() < 0.2`);
  await database.query(
    `UPDATE meal_requests SET deadline = now() - interval '48 hours' WHERE status = 'matched' AND random() < 0.2`,
  );
  await database.query('UPDATE students SET suspended_until = NULL WHERE suspended_until IS NOT NULL');
  await database.query('TRUNCATE rate_limits');
}
