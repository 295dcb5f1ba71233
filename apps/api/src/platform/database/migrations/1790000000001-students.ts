import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Students, the links mailed to them, and their sessions. */
export class Students1790000000001 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE students (
        id uuid CONSTRAINT pk_students PRIMARY KEY,
        name text NOT NULL CONSTRAINT ck_students_name CHECK (char_length(name) BETWEEN 1 AND 50),
        email text NOT NULL CONSTRAINT uq_students_email UNIQUE CONSTRAINT ck_students_email CHECK (email = lower(email)),
        phone_number text NOT NULL,
        role_preference text NOT NULL
          CONSTRAINT ck_students_role_preference CHECK (role_preference IN ('both', 'requester', 'fulfiller')),
        password_hash text NOT NULL,
        institution text NOT NULL,
        verified_at timestamptz,
        suspended_until timestamptz,
        deactivated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE email_tokens (
        id uuid CONSTRAINT pk_email_tokens PRIMARY KEY,
        student_id uuid NOT NULL CONSTRAINT fk_email_tokens_student REFERENCES students,
        purpose text NOT NULL CONSTRAINT ck_email_tokens_purpose CHECK (purpose IN ('verify', 'reset')),
        token_hash bytea NOT NULL CONSTRAINT uq_email_tokens_hash UNIQUE,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_email_tokens_student ON email_tokens (student_id, purpose);

      CREATE TABLE sessions (
        id uuid CONSTRAINT pk_sessions PRIMARY KEY,
        student_id uuid NOT NULL CONSTRAINT fk_sessions_student REFERENCES students,
        user_agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE INDEX ix_sessions_open ON sessions (student_id) WHERE ended_at IS NULL;

      CREATE TABLE idempotency_keys (
        student_id uuid NOT NULL CONSTRAINT fk_idempotency_keys_student REFERENCES students,
        key uuid NOT NULL,
        route text NOT NULL,
        body_hash bytea NOT NULL,
        body jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (student_id, key)
      );
      CREATE INDEX ix_idempotency_keys_created ON idempotency_keys (created_at);

      -- Counters of rate-limiter-flexible, in the columns it expects. Unlogged: losing them in a crash is harmless, and
      -- a log-in should not wait for the disk because of them.
      CREATE UNLOGGED TABLE rate_limits (
        key varchar(255) CONSTRAINT pk_rate_limits PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );

      CREATE FUNCTION keep_updated_at() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;
      CREATE TRIGGER students_keep_updated_at BEFORE UPDATE ON students
        FOR EACH ROW EXECUTE FUNCTION keep_updated_at();

      -- What the ledger speaks of stays: deactivation replaces personal data, it does not remove the row.
      CREATE FUNCTION refuse_removal() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RAISE EXCEPTION 'rows of % are never removed', TG_TABLE_NAME
          USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
      END $$;
      CREATE TRIGGER students_stay BEFORE DELETE ON students FOR EACH ROW EXECUTE FUNCTION refuse_removal();
      ALTER TABLE students ENABLE ALWAYS TRIGGER students_stay;
      -- Foreign keys hold on to the id, too, but a session can silence those.
      CREATE TRIGGER students_keep_id BEFORE UPDATE OF id ON students FOR EACH ROW
        WHEN (NEW.id IS DISTINCT FROM OLD.id) EXECUTE FUNCTION refuse_removal();
      ALTER TABLE students ENABLE ALWAYS TRIGGER students_keep_id;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE rate_limits, idempotency_keys, sessions, email_tokens, students;
      DROP FUNCTION refuse_removal, keep_updated_at;
    `);
  }
}
