import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators of campuses, apart from students, and the log of what they do, which nobody changes (docs/decisions/0010-operators.md).
 * A campus is a row from its first verified student on. Withdrawn strikes stay as rows.
 */
export class Operators1790000000019 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      ALTER TABLE campuses ALTER COLUMN time_zone DROP NOT NULL,
        ADD COLUMN paused_at timestamptz,
        ADD COLUMN pause_notice text
          CONSTRAINT ck_campuses_pause_notice CHECK (char_length(pause_notice) BETWEEN 1 AND 300),
        ADD COLUMN paused_until timestamptz,
        ADD COLUMN guest_rules text
          CONSTRAINT ck_campuses_guest_rules CHECK (char_length(guest_rules) BETWEEN 1 AND 1000),
        ADD COLUMN guest_rules_url text,
        ADD CONSTRAINT ck_campuses_guest_rules_url
          CHECK (guest_rules_url IS NULL OR guest_rules IS NOT NULL AND char_length(guest_rules_url) <= 300),
        ADD CONSTRAINT ck_campuses_pause CHECK (
          (paused_at IS NULL) = (pause_notice IS NULL) AND (paused_until IS NULL OR paused_at IS NOT NULL));
      INSERT INTO campuses (institution) SELECT DISTINCT institution FROM students WHERE verified_at IS NOT NULL
        ON CONFLICT DO NOTHING;

      CREATE FUNCTION note_campus() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO public.campuses (institution) VALUES (NEW.institution) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER students_note_campus AFTER INSERT OR UPDATE OF verified_at ON students
        FOR EACH ROW WHEN (NEW.verified_at IS NOT NULL) EXECUTE FUNCTION note_campus();

      CREATE TABLE operators (
        id uuid CONSTRAINT pk_operators PRIMARY KEY,
        email text NOT NULL CONSTRAINT uq_operators_email UNIQUE CONSTRAINT ck_operators_email CHECK (email = lower(email)),
        institution text CONSTRAINT fk_operators_campus REFERENCES campuses (institution),
        invitation_hash bytea CONSTRAINT uq_operators_invitation UNIQUE,
        invited_until timestamptz,
        password_hash text,
        sealed_secret text NOT NULL,
        last_time_step bigint,
        accepted_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_operators_accepted CHECK ((accepted_at IS NULL) = (password_hash IS NULL))
      );
      CREATE TABLE operator_recovery_codes (
        operator_id uuid NOT NULL CONSTRAINT fk_operator_recovery_codes_operator REFERENCES operators (id),
        code_hash bytea NOT NULL,
        used_at timestamptz,
        CONSTRAINT pk_operator_recovery_codes PRIMARY KEY (operator_id, code_hash)
      );
      CREATE TABLE operator_sessions (
        id uuid CONSTRAINT pk_operator_sessions PRIMARY KEY,
        operator_id uuid NOT NULL CONSTRAINT fk_operator_sessions_operator REFERENCES operators (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      );
      CREATE INDEX ix_operator_sessions_open ON operator_sessions (operator_id) WHERE ended_at IS NULL;

      CREATE TABLE operator_log (
        id uuid CONSTRAINT pk_operator_log PRIMARY KEY,
        operator_id uuid NOT NULL CONSTRAINT fk_operator_log_operator REFERENCES operators (id),
        institution text CONSTRAINT fk_operator_log_campus REFERENCES campuses (institution),
        action text NOT NULL CONSTRAINT ck_operator_log_action CHECK (action ~ '^[a-z-]{3,40}$'),
        student_id uuid CONSTRAINT fk_operator_log_student REFERENCES students (id),
        match_id uuid CONSTRAINT fk_operator_log_match REFERENCES matches (id),
        reason text NOT NULL CONSTRAINT ck_operator_log_reason CHECK (char_length(reason) BETWEEN 10 AND 500),
        before jsonb,
        after jsonb,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ix_operator_log_campus ON operator_log (institution, id);
      CREATE INDEX ix_operator_log_student ON operator_log (student_id, id) WHERE student_id IS NOT NULL;
      CREATE INDEX ix_operator_log_operator ON operator_log (operator_id, id);

      CREATE FUNCTION keep_operator_log() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RAISE EXCEPTION 'the log of operators is append-only'
          USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
      END $$;
      CREATE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE ON operator_log
        FOR EACH ROW EXECUTE FUNCTION keep_operator_log();
      CREATE TRIGGER operator_log_append_only_all BEFORE TRUNCATE ON operator_log
        FOR EACH STATEMENT EXECUTE FUNCTION keep_operator_log();
      ALTER TABLE operator_log ENABLE ALWAYS TRIGGER operator_log_append_only;
      ALTER TABLE operator_log ENABLE ALWAYS TRIGGER operator_log_append_only_all;

      ALTER TABLE strikes ADD COLUMN withdrawn_at timestamptz;
      ALTER TABLE matches DROP CONSTRAINT ck_matches_cancelled_because,
        ADD CONSTRAINT ck_matches_cancelled_because CHECK (cancelled_because IN ('released', 'no_show', 'left', 'voided'))`);
  }

  /** Fails once an operator voided a match: the former rules cannot express that. */
  async down(db: QueryRunner) {
    await db.query(`
      ALTER TABLE matches DROP CONSTRAINT ck_matches_cancelled_because,
        ADD CONSTRAINT ck_matches_cancelled_because CHECK (cancelled_because IN ('released', 'no_show', 'left'));
      ALTER TABLE strikes DROP COLUMN withdrawn_at;
      DROP TABLE operator_log, operator_sessions, operator_recovery_codes, operators;
      DROP FUNCTION keep_operator_log;
      DROP TRIGGER students_note_campus ON students;
      DROP FUNCTION note_campus;
      DELETE FROM campuses WHERE time_zone IS NULL;
      ALTER TABLE campuses DROP COLUMN guest_rules_url, DROP COLUMN guest_rules, DROP COLUMN paused_until,
        DROP COLUMN pause_notice, DROP COLUMN paused_at, ALTER COLUMN time_zone SET NOT NULL`);
  }
}
