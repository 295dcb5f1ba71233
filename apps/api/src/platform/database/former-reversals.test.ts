import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { givenIn, type GivenMatch, type GivenStudent } from '../../../test/support/given.js';
import { auditLedger } from '../../ledger/audit/invariants.js';
import { dataSource } from './data-source.js';
import { migrations } from './migrations/index.js';

/** What the migration to disputes does with the data of the former rules, under which a "No" could make debts. */

let db: TestDatabase;
let database: DataSource;
let given: ReturnType<typeof givenIn>;

beforeEach(async () => {
  db = await createTestDatabase();
  given = givenIn(db);
  database = await dataSource(db.url).initialize();
  const fromFairPlay = migrations.length - migrations.findIndex(({ name }) => name.startsWith('FairPlay'));
  for (let step = 0; step < fromFairPlay; step++) await database.undoLastMigration({ transaction: 'each' });
});
afterEach(async () => {
  await database.destroy();
  await db.close();
});

const migrate = () => database.runMigrations({ transaction: 'all' });

/** A student with credits that the former rules granted. */
async function student(credits: number, contact: { email?: string; phone?: string } = {}): Promise<GivenStudent> {
  const made = await given.student({ credits: 0, ...contact });
  if (contact.phone) await db.query('UPDATE students SET phone_number = $2 WHERE id = $1', [made.id, contact.phone]);
  if (credits) await db.query('SELECT ledger.grant_credits($1, $2)', [made.id, credits]);
  return made;
}

const exchange = async (requester: GivenStudent, fulfiller: GivenStudent) =>
  given.completed({ of: await given.request({ by: requester }), by: fulfiller });
const takeBack = ({ requestId }: GivenMatch) => db.query('SELECT ledger.reverse_capture($1)', [requestId]);

const balances = async (...students: GivenStudent[]) => {
  const rows = await db.query<{ id: string; credits: number }>(
    `SELECT student_id AS id, sum(balance)::int AS credits FROM ledger.accounts WHERE kind <> 'held' GROUP BY student_id`,
  );
  return students.map(({ id }) => rows.find((row) => row.id === id)?.credits);
};
const disputes = () =>
  db.query(
    `SELECT d.match_id AS match, d.awarded_to AS "awardedTo", d.decided_by AS by, d.advanced, t.kind AS taken
       FROM ledger.disputes d LEFT JOIN ledger.transfers t ON t.id = d.taken_id ORDER BY d.opened_at`,
  );
const decided = { awardedTo: 'requester', by: 'former rules' };

it('remembers a credit that was taken back as a dispute that the requester won', async () => {
  const [rita, finn] = [await student(1), await student(0)];
  const match = await exchange(rita, finn);
  await takeBack(match);
  await migrate();
  expect(await disputes()).toEqual([{ ...decided, match: match.id, advanced: false, taken: 'reversal' }]);
  expect(await balances(rita, finn)).toEqual([1, 0]);
  expect(await auditLedger(db.pool)).toEqual([]);
  const again = db.transaction([
    [
      `INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id)
     SELECT 'repay', debtor_account_id, ledger.account_of($1, 'available'), 1, $2, match_id FROM ledger.disputes`,
      [rita.id, match.requestId],
    ],
  ]);
  await expect(again).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
});

it('turns what is left of a debt into claims, and the next credits of the debtor pay issuance', async () => {
  const [rita, finn] = [await student(5), await student(0)];
  const matches = [await exchange(rita, finn), await exchange(rita, finn), await exchange(rita, finn)];
  for (let each = 0; each < 3; each++) await given.request({ by: finn }); // spent
  for (const match of matches) await takeBack(match);
  await exchange(rita, finn); // repays one of the three
  expect(await balances(rita, finn)).toEqual([4, -2]);
  await migrate();

  expect(await disputes()).toEqual([
    { ...decided, match: matches[0]!.id, advanced: false, taken: 'reversal' },
    { ...decided, match: matches[1]!.id, advanced: true, taken: null },
    { ...decided, match: matches[2]!.id, advanced: true, taken: null },
  ]);
  expect(await balances(rita, finn)).toEqual([4, 0]);
  expect(await auditLedger(db.pool)).toEqual([]);

  await given.completed({ by: finn });
  expect(await balances(rita, finn)).toEqual([4, 0]);
  expect((await disputes()).map(({ taken }) => taken as string)).toEqual(['reversal', 'repay', null]);
  const paid = await db.query(
    `SELECT credit_account_id AS to FROM ledger.transfers WHERE kind = 'repay' AND match_id = $1`,
    [matches[1]!.id],
  );
  expect(paid).toEqual([{ to: '1' }]);
  await given.completed({ by: finn });
  await given.completed({ by: finn });
  expect(await balances(rita, finn)).toEqual([4, 1]);
  expect(await auditLedger(db.pool)).toEqual([]);
});

it('leaves a debt of refunded purchases a debt', async () => {
  const [rita, finn] = [await student(2), await student(0)];
  const match = await exchange(rita, finn);
  await given.request({ by: finn });
  await takeBack(match);
  await db.transaction([
    [
      `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode, state, payment_intent_id,
                           paid_at)
       VALUES (gen_random_uuid(), $1, 'small', 5, 2499, 'usd', false, 'paid', 'pi_1', now())`,
      [finn.id],
    ],
    [`SELECT ledger.purchase_credits(id, $1, 5) FROM orders`, [finn.id]],
  ]);
  await given.request({ by: finn });
  await db.transaction([
    [`UPDATE orders SET credits_reversed = 5`],
    [`SELECT ledger.reverse_purchase(id, 5) FROM orders`],
  ]);
  expect(await balances(finn)).toEqual([-2]);
  await migrate();
  expect(await balances(finn)).toEqual([-1]);
  expect((await disputes()).filter(({ advanced }) => advanced)).toHaveLength(1);
  expect(await auditLedger(db.pool)).toEqual([]);
});

it('keeps the mailbox and phone number of everybody who had starting credits', async () => {
  const phone = '(555) 010-7788';
  const first = await student(2, { email: 'sam@state.edu', phone });
  const second = await student(2, { email: 'sam+two@state.edu', phone: '+1 555 010 7788' });
  const closed = await student(2, { email: 'closed@closed.invalid' });
  await db.query('UPDATE students SET deactivated_at = now() WHERE id = $1', [closed.id]);
  await migrate();
  const rows = await db.query<{ id: string; own: boolean[] }>(
    `SELECT student_id AS id, ARRAY[mailbox = sha256(id::bytea), phone = sha256(id::bytea)] AS own
       FROM (SELECT *, student_id::text AS id FROM ledger.starting_meals) keyed`,
  );
  expect(new Map(rows.map(({ id, own }) => [id, own]))).toEqual(
    new Map([
      [first.id, [false, false]],
      [second.id, [true, true]],
      [closed.id, [true, true]],
    ]),
  );
  expect(await auditLedger(db.pool)).toEqual([]);
});
