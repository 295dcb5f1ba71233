-- An order keeps what was sold, and one that was paid stays paid.
CREATE OR REPLACE FUNCTION guard_order_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.student_id, NEW.package_id, NEW.credits, NEW.amount_cents, NEW.currency, NEW.livemode)
     IS DISTINCT FROM
     (OLD.id, OLD.student_id, OLD.package_id, OLD.credits, OLD.amount_cents, OLD.currency, OLD.livemode)
     OR OLD.payment_intent_id <> NEW.payment_intent_id OR OLD.state = 'paid' AND NEW.state <> 'paid' THEN
    RAISE EXCEPTION 'an order stays as it was sold and paid'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
