-- Whether a transfer that names a match may move the credit of its dispute: into it while nobody has decided, from
-- there to whoever it is awarded to, or past it if it was decided before the fulfiller had the credit. Called by
-- apply_transfer.
CREATE OR REPLACE FUNCTION ledger.may_settle(settling ledger.transfers, debit ledger.accounts, credit ledger.accounts)
  RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  dispute ledger.disputes;
BEGIN
  SELECT * INTO dispute FROM ledger.disputes d WHERE d.match_id = settling.match_id;
  RETURN settling.request_id = (SELECT m.request_id FROM public.matches m WHERE m.id = settling.match_id)
    AND CASE
      WHEN settling.kind = 'dispute' THEN
        debit.id = dispute.debtor_account_id AND credit.kind = 'disputed' AND dispute.awarded_to IS NULL
      WHEN settling.kind = 'repay' THEN
        debit.id = dispute.debtor_account_id AND credit.id = ledger.payee_of(dispute)
      ELSE debit.kind = 'disputed' AND credit.id = ledger.payee_of(dispute) AND EXISTS (
        SELECT FROM ledger.transfers t WHERE t.id = dispute.taken_id AND t.kind = 'dispute') END;
END $$;
