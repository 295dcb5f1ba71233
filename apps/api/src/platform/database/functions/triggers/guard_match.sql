-- A match starts accepted, with the requester of its request, and is frozen once completed or cancelled. Its request moves
-- first, in the same transaction: a match changes only to what fits the status of its request. The lock keeps that status
-- until the transaction ends, and guard_exchange looks at every request whose status changed.
CREATE OR REPLACE FUNCTION guard_match() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  request public.meal_requests;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'accepted' THEN
      RAISE EXCEPTION 'a % match is final', OLD.status
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    IF (NEW.id, NEW.request_id, NEW.requester_id, NEW.fulfiller_id, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.request_id, OLD.requester_id, OLD.fulfiller_id, OLD.created_at) THEN
      RAISE EXCEPTION 'a match keeps its request, its two sides and its creation time'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
  END IF;
  SELECT * INTO request FROM public.meal_requests r WHERE r.id = NEW.request_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' AND (NEW.status <> 'accepted' OR NEW.requester_id IS DISTINCT FROM request.requester_id) THEN
    RAISE EXCEPTION 'a match starts accepted, with the requester of its request'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  IF NOT (CASE NEW.status
       WHEN 'accepted' THEN request.status = 'matched'
       WHEN 'completed' THEN request.status = 'completed'
       ELSE request.status IN ('active', 'cancelled', 'expired') END) THEN
    RAISE EXCEPTION 'a match of a request that is % cannot be %', request.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
