-- Gives the held credit of a request back to its requester. Returns what they have available then. Called by
-- CreditsService.
CREATE OR REPLACE FUNCTION ledger.release_credit(request uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hold ledger.transfers;
BEGIN
  SELECT * INTO STRICT hold FROM ledger.transfers t WHERE t.kind = 'hold' AND t.request_id = request;
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, hold_id)
  VALUES ('release', hold.credit_account_id, hold.debit_account_id, hold.amount, request, hold.id);
  RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.id = hold.debit_account_id);
END $$;
