/** Keeps a request’s status, hold and match consistent at commit. Part of the ledger’s migration. */
export const statusFollowsCredit = `
  -- At commit, a request's status, its hold and its match tell the same story. Whichever of the three a transaction
  -- touches, the whole is looked at. Two transactions cannot each keep half: every change of the story moves the status,
  -- so they queue on the request's row.
  CREATE FUNCTION ledger.guard_exchange() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    request uuid;
    status text;
    story text;
  BEGIN
    IF TG_TABLE_NAME = 'meal_requests' THEN request := NEW.id; ELSE request := NEW.request_id; END IF;

    SELECT r.status, CASE
        WHEN hold.id IS NULL THEN 'without hold'
        WHEN resolution.id IS NULL AND m.id IS NULL THEN 'active'
        WHEN resolution.id IS NULL AND m.status = 'accepted' THEN 'matched'
        WHEN resolution.kind = 'capture' AND m.status = 'completed' AND resolution.match_id = m.id THEN 'completed'
        WHEN resolution.kind = 'release' AND m.id IS NULL THEN 'refunded'
        ELSE 'contradictory' END
      INTO STRICT status, story
      FROM public.meal_requests r
      LEFT JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
      LEFT JOIN ledger.transfers resolution ON resolution.hold_id = hold.id
      LEFT JOIN public.matches m ON m.request_id = r.id AND m.status <> 'cancelled'
     WHERE r.id = request;

    IF story IS DISTINCT FROM (CASE WHEN status IN ('cancelled', 'expired') THEN 'refunded' ELSE status END) THEN
      RAISE EXCEPTION 'request % is % but its credit and match are %', request, status, story
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NULL;
  END $$;

  CREATE CONSTRAINT TRIGGER meal_requests_match_credit AFTER INSERT ON meal_requests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER meal_requests_status_matches_credit AFTER UPDATE ON meal_requests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status)
    EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER matches_match_credit AFTER INSERT ON matches
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER matches_status_matches_credit AFTER UPDATE ON matches
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status)
    EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER transfers_match_status AFTER INSERT ON ledger.transfers
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind IN ('hold', 'capture', 'release'))
    EXECUTE FUNCTION ledger.guard_exchange();
  ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_match_credit;
  ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_status_matches_credit;
  ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_match_credit;
  ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_status_matches_credit;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_match_status;
`;
