-- Locks the accounts of these students in id order, for a transaction that moves credits of several. Called by
-- CreditsService.
CREATE OR REPLACE FUNCTION ledger.lock_accounts(students uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM ledger.accounts a WHERE a.student_id = ANY (students) ORDER BY a.id FOR NO KEY UPDATE;
END $$;
