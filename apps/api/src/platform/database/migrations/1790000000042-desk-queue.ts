import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators get a digest of what waits for them, once a day. An answered report allows another one. A comment is
 * reported once, since the report hides it for good.
 */
export class DeskQueue1790000000042 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE reports DROP CONSTRAINT uq_reports_once, DROP CONSTRAINT uq_reports_request_once;
      CREATE UNIQUE INDEX uq_reports_once ON reports (match_id, reporter_id, kind)
        WHERE state = 'open' OR kind = 'comment';
      CREATE UNIQUE INDEX uq_reports_request_once ON reports (request_id, reporter_id, kind) WHERE state = 'open';
      ALTER TABLE operators ADD COLUMN digested_at timestamptz;
    `);
  }

  /** Keeps the latest of several reports of one kind: the former table has a place for one. */
  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE operators DROP COLUMN digested_at;
      DELETE FROM reports earlier USING reports later
       WHERE later.reporter_id = earlier.reporter_id AND later.kind = earlier.kind AND later.id > earlier.id
         AND (later.match_id = earlier.match_id OR later.request_id = earlier.request_id);
      DROP INDEX uq_reports_once, uq_reports_request_once;
      ALTER TABLE reports
        ADD CONSTRAINT uq_reports_once UNIQUE (match_id, reporter_id, kind),
        ADD CONSTRAINT uq_reports_request_once UNIQUE (request_id, reporter_id, kind);
    `);
  }
}
