import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row: when the ledger is checked next, over all instances, and the result of the last check. The first one is a day
 * away, so that no migration is followed by a long statement.
 */
export class LedgerAudit1790000000026 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE ledger_audit (
        is_only boolean CONSTRAINT pk_ledger_audit PRIMARY KEY DEFAULT true CONSTRAINT ck_ledger_audit_only CHECK (is_only),
        due_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
        began_at timestamptz,
        ended_at timestamptz,
        broken text[]
      );
      INSERT INTO ledger_audit DEFAULT VALUES;
    `);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE ledger_audit');
  }
}
