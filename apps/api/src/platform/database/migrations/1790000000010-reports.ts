import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A student's latest reports, which every report counts: only two in 30 days may strike. */
export class Reports1790000000010 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query('CREATE INDEX ix_ratings_reports ON ratings (rater_id, created_at) WHERE NOT followed_through');
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ix_ratings_reports');
  }
}
