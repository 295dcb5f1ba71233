-- Grants starting meals. Returns false, and grants nothing, if this student or mailbox had some before.
-- Called by CreditsService when a student is verified.
CREATE OR REPLACE FUNCTION ledger.grant_credits(student uuid, amount integer, mailbox bytea) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.starting_meals VALUES (student, mailbox) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
  VALUES ('grant', 1, ledger.account_of(student, 'available'), amount);
  RETURN true;
END $$;
