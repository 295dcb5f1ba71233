import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests, matches, ratings and strikes, with the allowed transitions of their statuses. */
export class Exchange1790000000002 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE meal_requests (
        id uuid CONSTRAINT pk_meal_requests PRIMARY KEY,
        requester_id uuid NOT NULL CONSTRAINT fk_meal_requests_requester REFERENCES students,
        institution text NOT NULL,
        meal_period text NOT NULL
          CONSTRAINT ck_meal_requests_meal_period CHECK (meal_period IN ('breakfast', 'lunch', 'dinner', 'any')),
        meal_description text NOT NULL
          CONSTRAINT ck_meal_requests_meal_description CHECK (char_length(meal_description) BETWEEN 1 AND 150),
        location text NOT NULL CONSTRAINT ck_meal_requests_location CHECK (char_length(location) BETWEEN 1 AND 100),
        description text CONSTRAINT ck_meal_requests_description CHECK (char_length(description) <= 500),
        urgency text NOT NULL CONSTRAINT ck_meal_requests_urgency CHECK (urgency IN ('low', 'medium', 'high')),
        is_flexible boolean NOT NULL,
        deadline timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'active' CONSTRAINT ck_meal_requests_status
          CHECK (status IN ('active', 'matched', 'completed', 'cancelled', 'expired')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      -- Browsing reads only what is active, however much history there is: own campus first, then everybody, each by
      -- soonest deadline. The second index also serves the sweep for overdue requests.
      CREATE INDEX ix_meal_requests_browse_campus ON meal_requests (institution, deadline, id) WHERE status = 'active';
      CREATE INDEX ix_meal_requests_browse ON meal_requests (deadline, id) WHERE status = 'active';
      CREATE INDEX ix_meal_requests_matched_deadline ON meal_requests (deadline) WHERE status = 'matched';
      -- "My requests", newest first; the counts per status are answered from the index alone.
      CREATE INDEX ix_meal_requests_requester ON meal_requests (requester_id, created_at DESC, id DESC)
        INCLUDE (status, deadline);

      CREATE TABLE matches (
        id uuid CONSTRAINT pk_matches PRIMARY KEY,
        request_id uuid NOT NULL CONSTRAINT fk_matches_request REFERENCES meal_requests,
        requester_id uuid NOT NULL CONSTRAINT fk_matches_requester REFERENCES students,
        fulfiller_id uuid NOT NULL CONSTRAINT fk_matches_fulfiller REFERENCES students,
        message text CONSTRAINT ck_matches_message CHECK (char_length(message) <= 500),
        status text NOT NULL DEFAULT 'accepted'
          CONSTRAINT ck_matches_status CHECK (status IN ('accepted', 'completed', 'cancelled')),
        completed_by text CONSTRAINT ck_matches_completed_by CHECK (completed_by IN ('requester', 'fulfiller', 'system')),
        completed_at timestamptz,
        cancelled_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ck_matches_not_own_request CHECK (fulfiller_id <> requester_id),
        CONSTRAINT ck_matches_completed CHECK (
          (status = 'completed') = (completed_at IS NOT NULL) AND (status = 'completed') = (completed_by IS NOT NULL)),
        CONSTRAINT ck_matches_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX uq_matches_live_request ON matches (request_id) WHERE status <> 'cancelled';
      CREATE INDEX ix_matches_requester ON matches (requester_id, created_at DESC, id DESC) INCLUDE (status);
      CREATE INDEX ix_matches_fulfiller ON matches (fulfiller_id, created_at DESC, id DESC) INCLUDE (status);

      CREATE TABLE ratings (
        match_id uuid NOT NULL CONSTRAINT fk_ratings_match REFERENCES matches,
        side text NOT NULL CONSTRAINT ck_ratings_side CHECK (side IN ('requester', 'fulfiller')),
        rater_id uuid NOT NULL CONSTRAINT fk_ratings_rater REFERENCES students,
        score smallint CONSTRAINT ck_ratings_score CHECK (score BETWEEN 1 AND 5),
        comment text CONSTRAINT ck_ratings_comment CHECK (char_length(comment) <= 300),
        followed_through boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_ratings PRIMARY KEY (match_id, side),
        CONSTRAINT ck_ratings_score_if_followed_through CHECK ((score IS NOT NULL) = followed_through)
      );

      CREATE TABLE strikes (
        id uuid CONSTRAINT pk_strikes PRIMARY KEY,
        student_id uuid NOT NULL CONSTRAINT fk_strikes_student REFERENCES students,
        match_id uuid NOT NULL CONSTRAINT fk_strikes_match REFERENCES matches,
        created_at timestamptz NOT NULL DEFAULT now(),
        consumed_at timestamptz,
        CONSTRAINT uq_strikes_student_match UNIQUE (student_id, match_id)
      );
    `);
    await db.query(`
      -- A request is born active, keeps its owner, and moves only forward (or back to active when a fulfiller lets go).
      CREATE FUNCTION guard_meal_request() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          IF NEW.status <> 'active' THEN
            RAISE EXCEPTION 'a request starts active, not %', NEW.status
              USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
          END IF;
          RETURN NEW;
        END IF;
        IF (NEW.id, NEW.requester_id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.requester_id, OLD.created_at) THEN
          RAISE EXCEPTION 'a request keeps its id, its requester and its creation time'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        IF NEW.status <> OLD.status AND NOT (CASE OLD.status
             WHEN 'active' THEN NEW.status IN ('matched', 'cancelled', 'expired')
             WHEN 'matched' THEN NEW.status IN ('completed', 'cancelled', 'active', 'expired')
             ELSE false END) THEN
          RAISE EXCEPTION 'a request cannot go from % to %', OLD.status, NEW.status
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        NEW.updated_at := clock_timestamp();
        RETURN NEW;
      END $$;
      CREATE TRIGGER meal_requests_lifecycle BEFORE INSERT OR UPDATE ON meal_requests
        FOR EACH ROW EXECUTE FUNCTION guard_meal_request();
      CREATE TRIGGER meal_requests_stay BEFORE DELETE ON meal_requests FOR EACH ROW EXECUTE FUNCTION refuse_removal();

      -- A match is born accepted, with the requester of its request, and is frozen once completed or cancelled.
      CREATE FUNCTION guard_match() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          IF NEW.status <> 'accepted' OR NEW.requester_id IS DISTINCT FROM
             (SELECT r.requester_id FROM public.meal_requests r WHERE r.id = NEW.request_id) THEN
            RAISE EXCEPTION 'a match starts accepted, with the requester of its request'
              USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
          END IF;
          RETURN NEW;
        END IF;
        IF OLD.status <> 'accepted' THEN
          RAISE EXCEPTION 'a % match is final', OLD.status
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        IF (NEW.id, NEW.request_id, NEW.requester_id, NEW.fulfiller_id, NEW.created_at)
           IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.requester_id, OLD.fulfiller_id, OLD.created_at) THEN
          RAISE EXCEPTION 'a match keeps its request, its two sides and its creation time'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER matches_lifecycle BEFORE INSERT OR UPDATE ON matches
        FOR EACH ROW EXECUTE FUNCTION guard_match();
      CREATE TRIGGER matches_stay BEFORE DELETE ON matches FOR EACH ROW EXECUTE FUNCTION refuse_removal();

      -- A rating is given by the student who was on that side.
      CREATE FUNCTION guard_rating() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF NEW.rater_id IS DISTINCT FROM (
          SELECT CASE NEW.side WHEN 'requester' THEN m.requester_id ELSE m.fulfiller_id END
            FROM public.matches m WHERE m.id = NEW.match_id) THEN
          RAISE EXCEPTION 'only the % of a match rates as its %', NEW.side, NEW.side
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER ratings_rater BEFORE INSERT OR UPDATE ON ratings FOR EACH ROW EXECUTE FUNCTION guard_rating();

      -- ALWAYS: also in a session that set session_replication_role to replica, which silences ordinary triggers.
      ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_lifecycle;
      ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_stay;
      ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_lifecycle;
      ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_stay;
      ALTER TABLE ratings ENABLE ALWAYS TRIGGER ratings_rater;
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TABLE strikes, ratings, matches, meal_requests;
      DROP FUNCTION guard_rating, guard_match, guard_meal_request;
    `);
  }
}
