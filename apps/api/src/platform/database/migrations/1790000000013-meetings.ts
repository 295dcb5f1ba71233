import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each side said that they are at the place, and that they met the other. Frozen with the match once it ends. */
export class Meetings1790000000013 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE matches
        ADD COLUMN requester_here_at timestamptz, ADD COLUMN fulfiller_here_at timestamptz,
        ADD COLUMN requester_met_at timestamptz, ADD COLUMN fulfiller_met_at timestamptz`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE matches
        DROP COLUMN requester_here_at, DROP COLUMN fulfiller_here_at,
        DROP COLUMN requester_met_at, DROP COLUMN fulfiller_met_at`);
  }
}
