-- Every student has three accounts from the start: available, held and debt.
CREATE OR REPLACE FUNCTION ledger.open_accounts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.accounts (student_id, kind, balance)
  VALUES (NEW.id, 'available', 0), (NEW.id, 'held', 0), (NEW.id, 'debt', 0);
  RETURN NULL;
END $$;
