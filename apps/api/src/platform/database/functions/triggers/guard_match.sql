-- A match starts accepted, with the requester of its request, and is frozen once completed or cancelled.
CREATE OR REPLACE FUNCTION guard_match() RETURNS trigger
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
