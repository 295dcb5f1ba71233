-- A balance starts at 0 and changes only by the amount of the transfer it names, which must be a later one than the
-- last. Every transfer is applied the moment it is inserted, so outside that moment no UPDATE can satisfy this: there
-- is no setting or session state to forge.
CREATE OR REPLACE FUNCTION ledger.guard_account() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.balance <> 0 OR NEW.last_transfer_id IS NOT NULL THEN
      RAISE EXCEPTION 'an account opens empty'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.student_id, NEW.kind) IS DISTINCT FROM (OLD.id, OLD.student_id, OLD.kind)
     OR NOT EXISTS (
       SELECT FROM ledger.transfers t
        WHERE t.id = NEW.last_transfer_id AND t.id > coalesce(OLD.last_transfer_id, 0)
          AND NEW.balance = OLD.balance + CASE OLD.id
                WHEN t.credit_account_id THEN t.amount
                WHEN t.debit_account_id THEN -t.amount END) THEN
    RAISE EXCEPTION 'a balance changes only by a transfer'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
