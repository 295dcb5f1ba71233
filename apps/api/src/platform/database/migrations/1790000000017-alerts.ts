import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Alerts: the students' choices, who was alerted to what, and when the next students are alerted to each active
 * request. A trigger notes that a request became active, whether posted or released, in its transaction and without an
 * extra round trip.
 */
export class Alerts1790000000017 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE alert_settings (
        student_id uuid CONSTRAINT pk_alert_settings PRIMARY KEY
          CONSTRAINT fk_alert_settings_student REFERENCES students (id),
        institution text NOT NULL,
        push boolean NOT NULL DEFAULT false,
        mail boolean NOT NULL DEFAULT false,
        meal_periods text[] NOT NULL DEFAULT '{breakfast,lunch,dinner}'
          CONSTRAINT ck_alert_settings_meal_periods CHECK (meal_periods <@ '{breakfast,lunch,dinner}'::text[]),
        campus text NOT NULL DEFAULT 'mine' CONSTRAINT ck_alert_settings_campus CHECK (campus IN ('mine', 'all')),
        quiet_from smallint NOT NULL DEFAULT 1320,
        quiet_until smallint NOT NULL DEFAULT 480,
        time_zone text NOT NULL,
        help_on date,
        show_details boolean NOT NULL DEFAULT false,
        unsubscribe_token uuid NOT NULL,
        -- the count of a day stands here and not only in alerts: a wave locks the row, so parallel waves count right
        alerted_at timestamptz,
        alerted_on date,
        alerted_times smallint NOT NULL DEFAULT 0,
        CONSTRAINT uq_alert_settings_unsubscribe_token UNIQUE (unsubscribe_token),
        CONSTRAINT ck_alert_settings_quiet_hours
          CHECK (quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439)
      );
      CREATE INDEX ix_alert_settings_campus ON alert_settings (institution) WHERE push OR mail;
      CREATE INDEX ix_alert_settings_all ON alert_settings (campus) WHERE campus = 'all' AND (push OR mail);

      CREATE TABLE alerts (
        request_id uuid NOT NULL CONSTRAINT fk_alerts_request REFERENCES meal_requests (id),
        student_id uuid NOT NULL CONSTRAINT fk_alerts_student REFERENCES students (id),
        wave smallint NOT NULL,
        alerted_at timestamptz NOT NULL,
        opened_at timestamptz,
        CONSTRAINT pk_alerts PRIMARY KEY (request_id, student_id)
      );
      CREATE INDEX ix_alerts_student ON alerts (student_id);
      CREATE INDEX ix_alerts_alerted ON alerts (alerted_at);

      CREATE TABLE alert_waves (
        request_id uuid CONSTRAINT pk_alert_waves PRIMARY KEY
          CONSTRAINT fk_alert_waves_request REFERENCES meal_requests (id),
        wave smallint NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ix_alert_waves_due ON alert_waves (due_at);

      CREATE FUNCTION note_active_request() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO public.alert_waves (request_id) VALUES (NEW.id)
        ON CONFLICT (request_id) DO UPDATE SET due_at = now();
        RETURN NULL;
      END $$;
      CREATE TRIGGER meal_requests_posted AFTER INSERT ON meal_requests
        FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION note_active_request();
      CREATE TRIGGER meal_requests_reopened AFTER UPDATE OF status ON meal_requests
        FOR EACH ROW WHEN (NEW.status = 'active' AND OLD.status <> 'active') EXECUTE FUNCTION note_active_request();

      INSERT INTO alert_waves (request_id) SELECT id FROM meal_requests WHERE status = 'active'`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER meal_requests_posted ON meal_requests;
      DROP TRIGGER meal_requests_reopened ON meal_requests;
      DROP FUNCTION note_active_request;
      DROP TABLE alert_waves, alerts, alert_settings`);
  }
}
