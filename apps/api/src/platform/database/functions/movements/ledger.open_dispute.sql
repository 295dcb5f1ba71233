-- Opens the dispute of a completed match, and takes the credit if the fulfiller has one. Called by CreditsService after
-- a "No".
CREATE OR REPLACE FUNCTION ledger.open_dispute(match uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  debtor ledger.accounts;
  opened ledger.disputes;
BEGIN
  SELECT a.* INTO STRICT debtor
    FROM public.matches m JOIN ledger.accounts a ON a.student_id = m.fulfiller_id AND a.kind = 'available'
   WHERE m.id = match FOR NO KEY UPDATE OF a;
  INSERT INTO ledger.disputes (match_id, debtor_account_id) VALUES (match, debtor.id) RETURNING * INTO opened;
  IF debtor.balance > 0 THEN PERFORM ledger.take_credit(opened); END IF;
END $$;
