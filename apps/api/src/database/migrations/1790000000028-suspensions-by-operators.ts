import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A suspension is computed from the live strikes and the last decision of an operator. Only the log had that decision, so
 * it becomes columns of the student.
 */
export class SuspensionsByOperators1790000000028 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE students
        ADD COLUMN suspension_set_at timestamptz,
        ADD COLUMN suspension_set_until timestamptz,
        ADD CONSTRAINT ck_students_suspension_set CHECK (suspension_set_at IS NOT NULL OR suspension_set_until IS NULL);
      UPDATE students s SET suspension_set_at = latest.at, suspension_set_until = latest.until
        FROM (SELECT DISTINCT ON (student_id) student_id, created_at AS at,
                     (after->>'suspendedUntil')::timestamptz AS until
                FROM operator_log WHERE action IN ('suspend', 'lift-suspension')
               ORDER BY student_id, id DESC) latest
       WHERE s.id = latest.student_id`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE students DROP CONSTRAINT ck_students_suspension_set, DROP COLUMN suspension_set_until,
        DROP COLUMN suspension_set_at`);
  }
}
