-- A rating is given by the student who was on that side of the match.
CREATE OR REPLACE FUNCTION guard_rating() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.rater_id IS DISTINCT FROM (
    SELECT CASE NEW.side WHEN 'requester' THEN m.requester_id ELSE m.fulfiller_id END
      FROM public.matches m WHERE m.id = NEW.match_id) THEN
    RAISE EXCEPTION 'only the % of a match rates as its %', NEW.side, NEW.side
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
