import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone of each campus: mails name the time of a meal as its clocks show it. */
export class Campuses1790000000015 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE campuses (
        institution text NOT NULL,
        time_zone text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_campuses PRIMARY KEY (institution),
        CONSTRAINT ck_campuses_time_zone CHECK (char_length(time_zone) BETWEEN 1 AND 64)
      )`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE campuses');
  }
}
