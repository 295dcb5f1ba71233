-- A request starts active, keeps its requester, and moves only forward, or back to active when its fulfiller releases
-- it.
CREATE OR REPLACE FUNCTION guard_meal_request() RETURNS trigger
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
