-- Gives a student the credits of a paid order. Called by CreditsService when Stripe reports the payment.
CREATE OR REPLACE FUNCTION ledger.purchase_credits(paid_order uuid, student uuid, amount integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, order_id)
  VALUES ('purchase', 2, ledger.account_of(student, 'available'), amount, paid_order);
END $$;
