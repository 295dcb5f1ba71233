-- The time zone, or null if this server does not know it: Node has names of its own, and "+05:30" means another offset to it.
CREATE OR REPLACE FUNCTION known_zone(zone text) RETURNS text
  LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN CASE WHEN zone !~ '^[+-]' THEN zone END;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN NULL;
END $$;
