-- At commit, a paid order was credited once, with exactly its credits to its student, less what was taken back; any
-- other order, and one that does not exist, gave none.
CREATE OR REPLACE FUNCTION ledger.guard_order() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  touched uuid;
  paid boolean;
  wanted integer;
  credited boolean;
  given integer;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN touched := NEW.id; ELSE touched := NEW.order_id; END IF;
  SELECT o.state = 'paid', CASE o.state WHEN 'paid' THEN o.credits - o.credits_reversed ELSE 0 END INTO paid, wanted
    FROM public.orders o WHERE o.id = touched;
  SELECT count(*) > 0, coalesce(sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END), 0) INTO credited, given
    FROM ledger.transfers t WHERE t.order_id = touched;
  IF credited IS DISTINCT FROM paid OR given IS DISTINCT FROM wanted OR EXISTS (
       SELECT FROM ledger.transfers t
         JOIN ledger.accounts a ON a.id = t.credit_account_id
         JOIN public.orders o ON o.id = t.order_id
        WHERE t.order_id = touched AND t.kind = 'purchase'
          AND (a.student_id <> o.student_id OR t.amount <> o.credits)) THEN
    RAISE EXCEPTION 'order % should have given % credits and gave %', touched, wanted, given
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
