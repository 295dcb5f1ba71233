-- Transfers and starting meals are append-only.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% are append-only', replace(TG_TABLE_NAME, '_', ' ')
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
