import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time of the first failure since the last success, so that a device whose push service is gone can be deleted. */
export class PushFailingSince1790000000029 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query('ALTER TABLE push_subscriptions ADD failing_since timestamptz');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE push_subscriptions DROP COLUMN failing_since');
  }
}
