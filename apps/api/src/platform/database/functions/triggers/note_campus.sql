-- A campus has a row from its first verified student on.
CREATE OR REPLACE FUNCTION note_campus() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.campuses (institution) VALUES (NEW.institution) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
