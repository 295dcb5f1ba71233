-- Gives credits to a student, or takes some of those that they have, where the amount is negative; `line` is the
-- operator's line of the log. Returns what the student has available. Called by CreditsService.
CREATE OR REPLACE FUNCTION ledger.adjust_credits(line uuid, student uuid, amount integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  available bigint := ledger.account_of(student, 'available');
BEGIN
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, log_id)
  VALUES ('adjustment', CASE WHEN amount > 0 THEN 4 ELSE available END, CASE WHEN amount > 0 THEN available ELSE 4 END,
          abs(amount), line);
  RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.id = available);
END $$;
