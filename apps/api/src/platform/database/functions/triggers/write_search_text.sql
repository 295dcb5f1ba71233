-- The searched text of an active request in one folded column: comparing it costs a tenth of ILIKE on three
-- columns. \x01 separates the fields and occurs in no search, so no match spans two of them.
CREATE OR REPLACE FUNCTION write_search_text() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.search_text := CASE NEW.status WHEN 'active' THEN
    public.folded(concat_ws(chr(1), NEW.meal_description, NEW.location, NEW.description)) END;
  RETURN NEW;
END $$;
