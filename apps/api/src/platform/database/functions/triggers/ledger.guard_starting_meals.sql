-- At commit, a row of starting meals has its grant. (apply_transfer checks that a grant has its row.)
CREATE OR REPLACE FUNCTION ledger.guard_starting_meals() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.transfers t
      WHERE t.kind = 'grant' AND t.credit_account_id = ledger.account_of(NEW.student_id, 'available')) THEN
    RAISE EXCEPTION 'starting meals of student % were not granted', NEW.student_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
