-- At commit, a request's status, its hold and its match tell the same story. Whichever of the three a transaction
-- touches, the whole is looked at. Two transactions cannot each keep half: every change of the story moves the status,
-- so they queue on the request's row.
CREATE OR REPLACE FUNCTION ledger.guard_exchange() RETURNS trigger
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
