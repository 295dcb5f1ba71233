-- A request that becomes active, whether posted or released, is due for its next wave of alerts.
CREATE OR REPLACE FUNCTION note_active_request() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.alert_waves (request_id) VALUES (NEW.id)
  ON CONFLICT (request_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $$;
