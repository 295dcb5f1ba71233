-- At commit, a request's status, its hold and its match tell the same story. Every change of the story moves the status:
-- guard_match refuses another change of a match, apply_transfer another resolution of a hold, and a second hold is refused
-- by its index. So two transactions queue on the request's row, and cannot each keep half.
CREATE OR REPLACE FUNCTION ledger.guard_exchange() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  status text;
  story text;
BEGIN
  SELECT r.status, CASE
      WHEN hold.id IS NULL THEN 'without hold'
      WHEN resolution.kind = 'capture' THEN 'completed'
      WHEN resolution.kind = 'release' THEN CASE WHEN m.id IS NULL THEN 'refunded' ELSE 'contradictory' END
      WHEN m.id IS NULL THEN 'active'
      ELSE 'matched' END
    INTO STRICT status, story
    FROM public.meal_requests r
    LEFT JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
    LEFT JOIN ledger.transfers resolution ON resolution.hold_id = hold.id
    LEFT JOIN public.matches m ON m.request_id = r.id AND m.status <> 'cancelled'
   WHERE r.id = NEW.id;

  IF story IS DISTINCT FROM (CASE WHEN status IN ('cancelled', 'expired') THEN 'refunded' ELSE status END) THEN
    RAISE EXCEPTION 'request % is % but its credit and match are %', NEW.id, status, story
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
