-- Pays with credits that a student just received: the claim on the meal `earned_by`, which the credit is for, then what they
-- owe for a refunded purchase, then other claims, the oldest first.
-- A claim on `earned_by` that is not taken is only there when that meal is captured, so its debtor is who receives.
-- A payment may bring the claimant to pay in turn, so each round looks for the next claim anew. Called by
-- apply_transfer.
CREATE OR REPLACE FUNCTION ledger.pay_debts(debtor ledger.accounts, received integer, earned_by uuid) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  debt bigint;
  owed integer;
  claim ledger.disputes;
BEGIN
  SELECT * INTO claim FROM ledger.disputes d WHERE d.match_id = earned_by AND d.taken_id IS NULL;
  IF FOUND THEN
    PERFORM ledger.take_credit(claim);
    received := received - 1;
  END IF;
  SELECT a.id, least(-a.balance, received) INTO STRICT debt, owed
    FROM ledger.accounts a WHERE a.student_id = debtor.student_id AND a.kind = 'debt';
  IF owed > 0 THEN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
    VALUES ('repay', debtor.id, debt, owed);
  END IF;
  FOR each IN 1 .. received - owed LOOP
    SELECT * INTO claim FROM ledger.disputes d
     WHERE d.debtor_account_id = debtor.id AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller'
     ORDER BY d.opened_at, d.match_id LIMIT 1;
    EXIT WHEN NOT FOUND;
    PERFORM ledger.take_credit(claim);
  END LOOP;
END $$;
