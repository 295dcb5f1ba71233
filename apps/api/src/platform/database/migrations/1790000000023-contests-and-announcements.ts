import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Struck students contest a strike before an operator, and operators tell their campus something. */
export class ContestsAndAnnouncements1790000000023 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE strikes
        ADD COLUMN contest text CONSTRAINT ck_strikes_contest CHECK (char_length(contest) BETWEEN 10 AND 500),
        ADD COLUMN contested_at timestamptz,
        ADD COLUMN contest_decided_at timestamptz,
        ADD CONSTRAINT ck_strikes_contested CHECK (
          (contest IS NULL) = (contested_at IS NULL) AND (contest_decided_at IS NULL OR contested_at IS NOT NULL)),
        ADD CONSTRAINT ck_strikes_undecided CHECK (
          contested_at IS NULL OR contest_decided_at IS NOT NULL OR withdrawn_at IS NULL);
      CREATE INDEX ix_strikes_undecided ON strikes (contested_at)
        WHERE contested_at IS NOT NULL AND contest_decided_at IS NULL;

      CREATE TABLE announcements (
        id uuid CONSTRAINT pk_announcements PRIMARY KEY,
        institution text NOT NULL CONSTRAINT fk_announcements_campus REFERENCES campuses (institution),
        operator_id uuid NOT NULL CONSTRAINT fk_announcements_operator REFERENCES operators (id),
        text text NOT NULL CONSTRAINT ck_announcements_text CHECK (char_length(text) BETWEEN 10 AND 500),
        created_at timestamptz NOT NULL DEFAULT now(),
        withdrawn_at timestamptz
      );
      CREATE INDEX ix_announcements_shown ON announcements (institution, created_at) WHERE withdrawn_at IS NULL;
      CREATE TABLE announcement_reads (
        announcement_id uuid NOT NULL CONSTRAINT fk_announcement_reads_announcement REFERENCES announcements (id),
        student_id uuid NOT NULL CONSTRAINT fk_announcement_reads_student REFERENCES students (id),
        read_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_announcement_reads PRIMARY KEY (announcement_id, student_id)
      )`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE announcement_reads, announcements;
      DROP INDEX ix_strikes_undecided;
      ALTER TABLE strikes
        DROP CONSTRAINT ck_strikes_undecided, DROP CONSTRAINT ck_strikes_contested,
        DROP COLUMN contest_decided_at, DROP COLUMN contested_at, DROP COLUMN contest`);
  }
}
