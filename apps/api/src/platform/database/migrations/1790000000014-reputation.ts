import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What others see of a student's past exchanges, kept ready because every line of Browse shows it, and the reports of
 * comments. Triggers note whose reputation to compute anew, and when: ratings, matches and disputes change in many places,
 * and an insert into a queue locks nothing that two of them share. The scheduler computes (ratings/reputation.service.ts).
 */
export class Reputation1790000000014 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE reputations (
        student_id uuid CONSTRAINT pk_reputations PRIMARY KEY
          CONSTRAINT fk_reputations_student REFERENCES students (id),
        half_stars smallint NOT NULL CONSTRAINT ck_reputations_half_stars CHECK (half_stars BETWEEN 2 AND 10),
        meals integer NOT NULL CONSTRAINT ck_reputations_meals CHECK (meals >= 0)
      );

      CREATE TABLE reputation_changes (
        due_at timestamptz NOT NULL,
        -- no foreign key: its lock on the students would deadlock two who close their accounts at once
        student_id uuid NOT NULL,
        CONSTRAINT pk_reputation_changes PRIMARY KEY (due_at, student_id)
      );

      CREATE TABLE reports (
        id uuid CONSTRAINT pk_reports PRIMARY KEY,
        reporter_id uuid NOT NULL CONSTRAINT fk_reports_reporter REFERENCES students (id),
        match_id uuid NOT NULL CONSTRAINT fk_reports_match REFERENCES matches (id),
        kind text NOT NULL CONSTRAINT ck_reports_kind CHECK (kind IN ('comment')),
        text text NOT NULL CONSTRAINT ck_reports_text CHECK (char_length(text) BETWEEN 10 AND 500),
        state text NOT NULL DEFAULT 'open' CONSTRAINT ck_reports_state CHECK (state IN ('open', 'closed')),
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT uq_reports_once UNIQUE (match_id, reporter_id, kind)
      );
      CREATE INDEX ix_reports_open ON reports (reporter_id) WHERE state = 'open';

      -- the week of a campus, for the table on the dashboard
      CREATE INDEX ix_meal_requests_completed ON meal_requests (institution, deadline) WHERE status = 'completed';

      CREATE FUNCTION note_reputation_change() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        match uuid := CASE TG_TABLE_NAME WHEN 'matches' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'match_id' END;
      BEGIN
        INSERT INTO public.reputation_changes
        SELECT at, student_id FROM public.matches m,
               unnest(ARRAY[m.requester_id, m.fulfiller_id]) student_id,
               -- a rating that the other side does not return counts 7 days later
               unnest(CASE TG_TABLE_NAME WHEN 'ratings' THEN ARRAY[now(), now() + interval '7 days'] ELSE ARRAY[now()] END) at
         WHERE m.id = match
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER ratings_reputation AFTER INSERT ON ratings
        FOR EACH ROW EXECUTE FUNCTION note_reputation_change();
      CREATE TRIGGER matches_reputation AFTER UPDATE OF status ON matches
        FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_reputation_change();
      CREATE TRIGGER disputes_reputation AFTER UPDATE OF awarded_to ON ledger.disputes
        FOR EACH ROW EXECUTE FUNCTION note_reputation_change();

      INSERT INTO reputation_changes
      SELECT DISTINCT at, student_id FROM ratings r JOIN matches m ON m.id = r.match_id,
             unnest(ARRAY[m.requester_id, m.fulfiller_id]) student_id,
             unnest(ARRAY[now(), r.created_at + interval '7 days']) at`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER disputes_reputation ON ledger.disputes;
      DROP TRIGGER matches_reputation ON matches;
      DROP TRIGGER ratings_reputation ON ratings;
      DROP FUNCTION note_reputation_change;
      DROP INDEX ix_meal_requests_completed;
      DROP TABLE reports, reputation_changes, reputations`);
  }
}
