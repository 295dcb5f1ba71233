-- Announces a rating to those who have rated the match: the other side may not see it before, and its time alone would tell
-- of a hidden "Yes". What a "No" changes announces itself. See announce_request.
CREATE OR REPLACE FUNCTION announce_rating() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'student ' || r.rater_id) FROM public.ratings r WHERE r.match_id = NEW.match_id;
  RETURN NULL;
END $$;
