import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lines of the log about an exchange show on the pages of both students, and a line may be about a request. */
export class OperatorLogSubjects1790000000040 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE operator_log
        ADD COLUMN request_id uuid CONSTRAINT fk_operator_log_request REFERENCES meal_requests (id);
      CREATE INDEX ix_operator_log_match ON operator_log (match_id) WHERE match_id IS NOT NULL`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX ix_operator_log_match;
      ALTER TABLE operator_log DROP COLUMN request_id`);
  }
}
