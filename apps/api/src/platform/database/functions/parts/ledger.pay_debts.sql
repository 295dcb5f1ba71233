-- Pays with credits that a student just received: the claim on the meal `earned_by`, which the credit is for, then what they
-- owe for a refunded purchase, then other claims, the oldest first. A claimant who is paid pays what they owe in turn, and so
-- on: in a loop, since a chain of claims may be longer than calls can nest. A payment may bring the next claim, so each is
-- looked for anew.
-- A claim on `earned_by` that is not taken is only there when that meal is captured, so its debtor is who receives.
-- Called by apply_transfer for every credit that comes in, but not for these payments.
CREATE OR REPLACE FUNCTION ledger.pay_debts(debtor ledger.accounts, received integer, earned_by uuid) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  payer bigint;
  amount integer;
  debt bigint;
  owed bigint;
  claim ledger.disputes;
BEGIN
  SELECT * INTO claim FROM ledger.disputes d WHERE d.match_id = earned_by AND d.taken_id IS NULL;
  WHILE received > 0 LOOP
    payer := debtor.id;
    amount := received;
    LOOP
      IF claim.match_id IS NULL THEN
        SELECT d.id, -d.balance INTO debt, owed
          FROM ledger.accounts a JOIN ledger.accounts d ON d.student_id = a.student_id AND d.kind = 'debt' WHERE a.id = payer;
        IF owed > 0 THEN
          amount := least(owed, amount);
          INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
          VALUES ('repay', payer, debt, amount);
          EXIT;
        END IF;
        SELECT * INTO claim FROM ledger.disputes d
         WHERE d.debtor_account_id = payer AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller'
         ORDER BY d.opened_at, d.match_id LIMIT 1;
        EXIT WHEN NOT FOUND;
      END IF;
      amount := 1;
      PERFORM ledger.take_credit(claim);
      payer := ledger.payee_of(claim); -- null while undecided; issuance owes nothing
      claim := NULL;
      EXIT WHEN payer IS NULL;
    END LOOP;
    received := received - amount;
  END LOOP;
END $$;
