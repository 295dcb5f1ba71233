-- A dispute opens undecided, against the fulfiller of a completed match, and is decided once. Only the transfer that
-- takes its credit is linked to it. apply_transfer links it the moment it is inserted, so none is left to forge a link
-- with. Every change holds the lock on what the fulfiller has available, as every payment of a claim does.
CREATE OR REPLACE FUNCTION ledger.guard_dispute() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM ledger.accounts a WHERE a.id = NEW.debtor_account_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' THEN
    IF NEW.taken_id IS NOT NULL OR NEW.awarded_to IS NOT NULL
       OR NEW.debtor_account_id IS DISTINCT FROM (
         SELECT ledger.account_of(m.fulfiller_id, 'available') FROM public.matches m
          WHERE m.id = NEW.match_id AND m.status = 'completed') THEN
      RAISE EXCEPTION 'a dispute opens undecided, against the fulfiller of a completed match'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.match_id, NEW.debtor_account_id) IS DISTINCT FROM (OLD.match_id, OLD.debtor_account_id) THEN
    RAISE EXCEPTION 'a dispute keeps its match and its debtor'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  IF OLD.awarded_to IS NOT NULL AND (NEW.awarded_to, NEW.decided_at, NEW.decided_by, NEW.reason)
       IS DISTINCT FROM (OLD.awarded_to, OLD.decided_at, OLD.decided_by, OLD.reason) THEN
    RAISE EXCEPTION 'a dispute is decided once'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  IF NEW.taken_id IS DISTINCT FROM OLD.taken_id AND (OLD.taken_id IS NOT NULL OR NEW.taken_id IS DISTINCT FROM (
       SELECT t.id FROM ledger.transfers t WHERE t.match_id = NEW.match_id AND t.kind IN ('dispute', 'repay'))) THEN
    RAISE EXCEPTION 'the credit of a dispute is taken once, by a transfer'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
