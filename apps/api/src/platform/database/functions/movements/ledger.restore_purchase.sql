-- Gives credits of an order back that were taken back: the dispute was won, or the refund failed. Debts come first.
-- Called by CreditsService; fails if not as many were taken.
CREATE OR REPLACE FUNCTION ledger.restore_purchase(paid_order uuid, amount integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  taken ledger.transfers;
  student uuid;
  remaining integer := amount;
  part integer;
BEGIN
  FOR taken IN SELECT * FROM ledger.transfers t
      WHERE t.order_id = paid_order AND t.credit_account_id = 2 ORDER BY t.id LOOP
    part := least(remaining, ledger.left_of(taken));
    CONTINUE WHEN part <= 0;
    SELECT a.student_id INTO student FROM ledger.accounts a WHERE a.id = taken.debit_account_id;
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, order_id, reverses_id)
    VALUES ('reversal', 2, ledger.account_of(student, 'available'), part, paid_order, taken.id);
    remaining := remaining - part;
  END LOOP;
  IF remaining <> 0 THEN
    RAISE EXCEPTION 'order % has not had % credits taken back', paid_order, amount
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'restore_purchase';
  END IF;
END $$;
