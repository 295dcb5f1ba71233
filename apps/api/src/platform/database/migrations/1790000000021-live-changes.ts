import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each committed change of what lists show is announced on the channel `changes`, which every API process listens to. The
 * announcements say whose lists changed and nothing else. PostgreSQL drops repeated ones within a transaction. They are
 * triggers, so that no service can forget them and no call makes another round trip (docs/decisions/0024-live-lists.md).
 */
export class LiveChanges1790000000021 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE FUNCTION announce_request() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM pg_notify('changes', 'student ' || NEW.requester_id);
        IF NEW.status = 'active' OR (TG_OP = 'UPDATE' AND OLD.status = 'active') THEN
          PERFORM pg_notify('changes', 'campus ' || NEW.institution);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER meal_requests_announce_insert AFTER INSERT ON meal_requests
        FOR EACH ROW EXECUTE FUNCTION announce_request();
      CREATE TRIGGER meal_requests_announce_status AFTER UPDATE OF status ON meal_requests
        FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_request();

      CREATE FUNCTION announce_match() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM pg_notify('changes', 'student ' || NEW.requester_id);
        PERFORM pg_notify('changes', 'student ' || NEW.fulfiller_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER matches_announce AFTER INSERT OR UPDATE ON matches
        FOR EACH ROW EXECUTE FUNCTION announce_match();

      CREATE FUNCTION announce_to_both_sides() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM pg_notify('changes', 'student ' || side)
           FROM public.matches m, unnest(ARRAY[m.requester_id, m.fulfiller_id]) side WHERE m.id = NEW.match_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER ratings_announce AFTER INSERT ON ratings
        FOR EACH ROW EXECUTE FUNCTION announce_to_both_sides();
      CREATE TRIGGER disputes_announce AFTER UPDATE ON ledger.disputes
        FOR EACH ROW EXECUTE FUNCTION announce_to_both_sides();

      CREATE FUNCTION announce_end_of_session() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        PERFORM pg_notify('changes', 'session ' || NEW.id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER sessions_announce_end AFTER UPDATE OF ended_at ON sessions
        FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION announce_end_of_session();
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER meal_requests_announce_insert ON meal_requests;
      DROP TRIGGER meal_requests_announce_status ON meal_requests;
      DROP TRIGGER matches_announce ON matches;
      DROP TRIGGER ratings_announce ON ratings;
      DROP TRIGGER disputes_announce ON ledger.disputes;
      DROP TRIGGER sessions_announce_end ON sessions;
      DROP FUNCTION announce_request, announce_match, announce_to_both_sides, announce_end_of_session;
    `);
  }
}
