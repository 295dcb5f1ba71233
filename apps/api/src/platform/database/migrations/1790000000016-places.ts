import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A campus's latest requests, in any status: the form suggests the places that they name. */
export class Places1790000000016 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query('CREATE INDEX ix_meal_requests_campus_latest ON meal_requests (institution, created_at)');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ix_meal_requests_campus_latest');
  }
}
