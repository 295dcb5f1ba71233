import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every signed-in call asks whether requests of the student are overdue; this index holds the open ones only. */
export class OwnOverdue1790000000006 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX ix_meal_requests_requester_active ON meal_requests (requester_id, deadline) WHERE status = 'active'`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ix_meal_requests_requester_active');
  }
}
