-- Announces a match to its two sides, whose lists it changes, unless it is as it was ("I'm here", pressed again). See
-- announce_request.
CREATE OR REPLACE FUNCTION announce_match() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('changes', 'student ' || NEW.requester_id);
  PERFORM pg_notify('changes', 'student ' || NEW.fulfiller_id);
  RETURN NULL;
END $$;
