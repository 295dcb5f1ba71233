import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which accounts belong to one mailbox, so that strikes and disputes count people, not accounts (decision 15). Accounts that
 * are closed already keep nothing to make it from.
 */
export class Mailboxes1790000000011 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE students ADD COLUMN mailbox bytea NOT NULL DEFAULT uuid_send(gen_random_uuid());
      UPDATE students SET mailbox = sha256(convert_to(regexp_replace(email, '\\+[^@]*@', '@'), 'UTF8'))
       WHERE deactivated_at IS NULL;
      -- the accounts of one person: asked at every "No", and when a dispute ends
      CREATE INDEX ix_students_mailbox ON students (mailbox);

      CREATE FUNCTION set_mailbox() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        NEW.mailbox := sha256(convert_to(regexp_replace(NEW.email, '\\+[^@]*@', '@'), 'UTF8'));
        RETURN NEW;
      END $$;
      CREATE TRIGGER students_mailbox BEFORE INSERT ON students FOR EACH ROW EXECUTE FUNCTION set_mailbox();
      ALTER TABLE students ENABLE ALWAYS TRIGGER students_mailbox;`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER students_mailbox ON students;
      DROP FUNCTION set_mailbox;
      ALTER TABLE students DROP COLUMN mailbox`);
  }
}
