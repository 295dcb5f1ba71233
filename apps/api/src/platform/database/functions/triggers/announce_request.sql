-- Announces a committed change on the channel `changes`, which every API process listens to: whose lists changed, and
-- nothing else. PostgreSQL drops repeated announcements within a transaction. As triggers they cannot be forgotten by a
-- service, and no call makes another round trip (docs/decisions/0024-live-lists.md).
CREATE OR REPLACE FUNCTION announce_request() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'student ' || NEW.requester_id);
  IF NEW.status = 'active' OR (TG_OP = 'UPDATE' AND OLD.status = 'active') THEN
    PERFORM pg_notify('changes', 'campus ' || NEW.institution);
  END IF;
  RETURN NULL;
END $$;
