-- Takes back credits of an order whose card payment was refunded or disputed: those of its purchase, and those that
-- were given back since. Called by CreditsService; fails if the order did not give as many.
CREATE OR REPLACE FUNCTION ledger.reverse_purchase(paid_order uuid, amount integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given ledger.transfers;
  remaining integer := amount;
  part integer;
BEGIN
  FOR given IN SELECT * FROM ledger.transfers t
      WHERE t.order_id = paid_order AND t.debit_account_id = 2 ORDER BY t.id LOOP
    part := least(remaining, ledger.left_of(given));
    CONTINUE WHEN part <= 0;
    PERFORM ledger.reverse_transfer(given, part);
    remaining := remaining - part;
  END LOOP;
  IF remaining <> 0 THEN
    RAISE EXCEPTION 'order % has not given % credits', paid_order, amount
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reverse_purchase';
  END IF;
END $$;
