-- Announces a dispute to both sides of its match. See announce_request.
CREATE OR REPLACE FUNCTION announce_dispute() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'student ' || side)
     FROM public.matches m, unnest(ARRAY[m.requester_id, m.fulfiller_id]) side WHERE m.id = NEW.match_id;
  RETURN NULL;
END $$;
