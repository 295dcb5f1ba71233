import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Registrations that nobody verified are forgotten after some days: they are found by an index as small as they are few. */
export class UnverifiedStudents1790000000025 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE INDEX ix_students_unverified ON students (created_at) WHERE verified_at IS NULL AND deactivated_at IS NULL`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP INDEX ix_students_unverified');
  }
}
