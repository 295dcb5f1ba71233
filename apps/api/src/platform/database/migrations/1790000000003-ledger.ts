import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accountRules } from './ledger/account-rules.js';
import { movements } from './ledger/movements.js';
import { statusFollowsCredit } from './ledger/status-follows-credit.js';
import { tables } from './ledger/tables.js';
import { transferRules } from './ledger/transfer-rules.js';

/**
 * The ledger: accounts, one-row transfers, and rules that no code of the API can break
 * (docs/decisions/0003-ledger-in-the-database.md).
 */
export class Ledger1790000000003 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(tables);
    await db.query(accountRules);
    await db.query(transferRules);
    await db.query(statusFollowsCredit);
    await db.query(movements);
    // For students who registered before the ledger existed.
    await db.query(`
      INSERT INTO ledger.accounts (student_id, kind, balance)
      SELECT s.id, k.kind, 0 FROM students s CROSS JOIN (VALUES ('available'), ('held'), ('debt')) k (kind)`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER students_open_accounts ON students;
      DROP TRIGGER meal_requests_match_credit ON meal_requests;
      DROP TRIGGER meal_requests_status_matches_credit ON meal_requests;
      DROP TRIGGER matches_match_credit ON matches;
      DROP TRIGGER matches_status_matches_credit ON matches;
      DROP SCHEMA ledger CASCADE;
    `);
  }
}
