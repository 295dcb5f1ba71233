-- What the ledger refers to stays: closing an account replaces personal data and keeps the row.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never removed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
