import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the check of every signed-in request whether the student has overdue requests; indexes only active ones. */
export class OwnOverdue1790000000006 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX ix_meal_requests_requester_active ON meal_requests (requester_id, deadline) WHERE status = 'active'`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ix_meal_requests_requester_active');
  }
}
