-- Announces a match to its two sides, whose lists it changes. See announce_request.
CREATE OR REPLACE FUNCTION announce_match() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'student ' || NEW.requester_id);
  PERFORM pg_notify('changes', 'student ' || NEW.fulfiller_id);
  RETURN NULL;
END $$;
