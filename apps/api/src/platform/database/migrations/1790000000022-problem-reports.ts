import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Students report problems with matches and requests too, not only comments, and operators answer. */
export class ProblemReports1790000000022 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE reports
        ALTER COLUMN match_id DROP NOT NULL,
        ADD COLUMN request_id uuid CONSTRAINT fk_reports_request REFERENCES meal_requests (id),
        ADD COLUMN operator_id uuid CONSTRAINT fk_reports_operator REFERENCES operators (id),
        ADD COLUMN answer text CONSTRAINT ck_reports_answer CHECK (char_length(answer) BETWEEN 10 AND 500),
        ADD COLUMN answered_at timestamptz,
        DROP CONSTRAINT ck_reports_kind,
        DROP CONSTRAINT ck_reports_state;
      UPDATE reports SET state = 'answered' WHERE state = 'closed';
      ALTER TABLE reports
        ADD CONSTRAINT ck_reports_kind CHECK (kind IN ('comment', 'safety', 'money', 'text', 'fake', 'other')),
        ADD CONSTRAINT ck_reports_state CHECK (state IN ('open', 'answered')),
        ADD CONSTRAINT ck_reports_about CHECK (num_nonnulls(match_id, request_id) = 1),
        ADD CONSTRAINT ck_reports_comment CHECK (kind <> 'comment' OR match_id IS NOT NULL),
        ADD CONSTRAINT ck_reports_answered CHECK (
          num_nonnulls(operator_id, answer, answered_at) IN (0, 3) AND (state = 'answered' OR answer IS NULL)),
        ADD CONSTRAINT uq_reports_request_once UNIQUE (request_id, reporter_id, kind);
      CREATE INDEX ix_reports_queue ON reports (state, created_at)`);
  }

  /** Deletes the reports for which the former tables have no place. */
  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX ix_reports_queue;
      DELETE FROM reports WHERE kind <> 'comment';
      ALTER TABLE reports
        DROP CONSTRAINT uq_reports_request_once,
        DROP CONSTRAINT ck_reports_answered,
        DROP CONSTRAINT ck_reports_comment,
        DROP CONSTRAINT ck_reports_about,
        DROP CONSTRAINT ck_reports_state,
        DROP CONSTRAINT ck_reports_kind;
      UPDATE reports SET state = 'closed' WHERE state = 'answered';
      ALTER TABLE reports
        ADD CONSTRAINT ck_reports_kind CHECK (kind IN ('comment')),
        ADD CONSTRAINT ck_reports_state CHECK (state IN ('open', 'closed')),
        DROP COLUMN answered_at, DROP COLUMN answer, DROP COLUMN operator_id, DROP COLUMN request_id,
        ALTER COLUMN match_id SET NOT NULL`);
  }
}
