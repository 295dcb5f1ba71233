import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone that each request brought: a campus takes that of most mailboxes, not of the first browser that was asked. */
export class RequestTimeZones1790000000024 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE meal_requests ADD COLUMN time_zone text
        CONSTRAINT ck_meal_requests_time_zone CHECK (char_length(time_zone) BETWEEN 1 AND 64)`);
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE meal_requests DROP COLUMN time_zone');
  }
}
