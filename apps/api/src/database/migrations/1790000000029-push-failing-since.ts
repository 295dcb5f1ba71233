import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a device's push service has only been silent, so that a dead one is forgotten at last. */
export class PushFailingSince1790000000029 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query('ALTER TABLE push_subscriptions ADD failing_since timestamptz');
  }

  async down(db: QueryRunner) {
    await db.query('ALTER TABLE push_subscriptions DROP COLUMN failing_since');
  }
}
