-- Announces a session that ended, so that its streams close. See announce_request.
CREATE OR REPLACE FUNCTION announce_end_of_session() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'session ' || NEW.id);
  RETURN NULL;
END $$;
