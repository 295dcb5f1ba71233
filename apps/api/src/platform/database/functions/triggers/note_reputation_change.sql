-- Notes whose reputation to compute anew, and when; the scheduler computes it (ratings/reputation.service.ts). Ratings,
-- matches and disputes change in many places, and an insert into a queue locks nothing that two of them share.
CREATE OR REPLACE FUNCTION note_reputation_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  match uuid := CASE TG_TABLE_NAME WHEN 'matches' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'match_id' END;
BEGIN
  INSERT INTO public.reputation_changes
  SELECT at, student_id FROM public.matches m,
         unnest(ARRAY[m.requester_id, m.fulfiller_id]) student_id,
         -- a rating that the other side does not return counts 7 days later
         unnest(CASE TG_TABLE_NAME WHEN 'ratings' THEN ARRAY[now(), now() + interval '7 days'] ELSE ARRAY[now()] END) at
   WHERE m.id = match
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
