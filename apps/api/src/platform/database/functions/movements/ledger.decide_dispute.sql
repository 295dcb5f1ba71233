-- Decides a dispute, and gives its credit to the side it is awarded to, or back to issuance. If the fulfiller has not
-- paid it yet, the claim goes on, or ends where it is awarded to them. Called by CreditsService; a second decision
-- fails.
CREATE OR REPLACE FUNCTION ledger.decide_dispute(match uuid, award text, decider text, explanation text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  decided ledger.disputes;
BEGIN
  PERFORM FROM ledger.accounts a JOIN public.matches m ON a.student_id IN (m.requester_id, m.fulfiller_id)
    WHERE m.id = match AND a.kind = 'available' ORDER BY a.id FOR NO KEY UPDATE OF a;
  UPDATE ledger.disputes d
     SET awarded_to = award, decided_at = clock_timestamp(), decided_by = decider, reason = explanation
   WHERE d.match_id = match AND d.awarded_to IS NULL RETURNING * INTO decided;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'match % has no undecided dispute', match
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'decide_dispute';
  END IF;
  IF decided.taken_id IS NOT NULL THEN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id)
    SELECT 'award', 3, ledger.payee_of(decided), 1, m.request_id, m.id FROM public.matches m WHERE m.id = match;
  END IF;
END $$;
