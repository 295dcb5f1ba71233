-- Takes credits of a purchase (or of what was given back of it) from its buyer: those that they have; the rest, which
-- they have spent, becomes their debt. Called by reverse_purchase.
CREATE OR REPLACE FUNCTION ledger.reverse_transfer(origin ledger.transfers, amount integer) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  available ledger.accounts;
  at_hand integer;
  account bigint;
  part integer;
BEGIN
  SELECT * INTO STRICT available FROM ledger.accounts a WHERE a.id = origin.credit_account_id FOR NO KEY UPDATE;
  at_hand := least(available.balance, amount);
  FOR account, part IN
      VALUES (available.id, at_hand), (ledger.account_of(available.student_id, 'debt'), amount - at_hand) LOOP
    CONTINUE WHEN part = 0;
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, order_id, reverses_id)
    VALUES ('reversal', account, 2, part, origin.order_id, origin.id);
  END LOOP;
END $$;
