-- Takes the credit of a dispute from its fulfiller: into the dispute, or to the account it was awarded to already.
-- Called by open_dispute and pay_debts.
CREATE OR REPLACE FUNCTION ledger.take_credit(dispute ledger.disputes) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id)
  SELECT CASE WHEN dispute.awarded_to IS NULL THEN 'dispute' ELSE 'repay' END, dispute.debtor_account_id,
         coalesce(ledger.payee_of(dispute), 3), 1, m.request_id, m.id
    FROM public.matches m WHERE m.id = dispute.match_id;
END $$;
