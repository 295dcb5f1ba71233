import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startingMealKeys } from '../../common/starting-meals.js';
import { disputeMovements } from './ledger/dispute-movements.js';
import { disputeRules, disputesTable } from './ledger/disputes.js';
import { fairTransfers } from './ledger/fair-transfers.js';
import { formerReversals, liftedDebts, tablesOfFormerRules } from './ledger/former-rules.js';
import { movements } from './ledger/movements.js';
import { startingMealsRules, startingMealsTable } from './ledger/starting-meals.js';
import { transferRules } from './ledger/transfer-rules.js';

/**
 * Disputes instead of debts between students, and starting meals once per mailbox and phone number
 * (docs/decisions/0003-ledger-in-the-database.md, docs/decisions/0015-fair-play.md).
 */
export class FairPlay1790000000008 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(disputesTable);
    await db.query(startingMealsTable);
    await db.query(formerReversals);
    await keepKeysOfGrants(db);
    await db.query(fairTransfers);
    await db.query(liftedDebts);
    await db.query(disputeRules);
    await db.query(startingMealsRules);
    await db.query('DROP FUNCTION ledger.reverse_capture');
    await db.query(disputeMovements);
  }

  /** Fails once a dispute has moved a credit: the former rules have no place for it. */
  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE ledger.starting_meals;
      DROP FUNCTION ledger.open_dispute, ledger.decide_dispute, ledger.grant_credits, ledger.guard_starting_meals,
        ledger.pay_debts, ledger.take_credit, ledger.may_settle, ledger.payee_of;
      DROP TABLE ledger.disputes;
      DROP FUNCTION ledger.guard_dispute, ledger.guard_disputed_credit;
    `);
    await db.query(tablesOfFormerRules);
    for (const former of [transferRules, movements])
      await db.query(former.replaceAll(/CREATE (?=FUNCTION|TRIGGER)/g, 'CREATE OR REPLACE '));
  }
}

interface Granted {
  id: string;
  email: string;
  phoneNumber: string;
  closed: boolean;
}

/**
 * The mailboxes and phone numbers that had starting meals. Of several accounts with the same one, the oldest keeps its key.
 * The others, and closed accounts, which are pseudonymised, get a key made from their id.
 */
async function keepKeysOfGrants(db: QueryRunner): Promise<void> {
  const students = (await db.query(`
    SELECT s.id, s.email, s.phone_number AS "phoneNumber", s.deactivated_at IS NOT NULL AS closed
      FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.credit_account_id JOIN students s ON s.id = a.student_id
     WHERE t.kind = 'grant' ORDER BY t.id`)) as Granted[];
  const keys = students.map((student) => (student.closed ? undefined : startingMealKeys(student)));
  await db.query(
    `INSERT INTO ledger.starting_meals
     SELECT id, CASE WHEN row_number() OVER (PARTITION BY mailbox ORDER BY age) = 1 THEN mailbox ELSE own END,
                CASE WHEN row_number() OVER (PARTITION BY phone ORDER BY age) = 1 THEN phone ELSE own END
       FROM (SELECT id, age, own, coalesce(mailbox, own) AS mailbox, coalesce(phone, own) AS phone
               FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) WITH ORDINALITY granted (id, mailbox, phone, age),
                    sha256(convert_to(id::text, 'UTF8')) own) keyed`,
    [students.map(({ id }) => id), keys.map((each) => each?.mailbox), keys.map((each) => each?.phone)],
  );
}
