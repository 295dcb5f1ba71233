-- At commit, no student has credits while there is a claim on them, and a credit that waits in a dispute is awarded
-- exactly when the dispute is decided.
CREATE OR REPLACE FUNCTION ledger.guard_disputed_credit() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  dispute ledger.disputes;
  at_hand integer;
  waited boolean;
  awarded boolean;
BEGIN
  SELECT * INTO STRICT dispute FROM ledger.disputes d WHERE d.match_id = NEW.match_id;
  SELECT a.balance INTO STRICT at_hand FROM ledger.accounts a WHERE a.id = dispute.debtor_account_id;
  waited := EXISTS (SELECT FROM ledger.transfers t WHERE t.id = dispute.taken_id AND t.kind = 'dispute');
  awarded := EXISTS (SELECT FROM ledger.transfers t WHERE t.match_id = dispute.match_id AND t.kind = 'award');
  IF dispute.taken_id IS NULL AND dispute.awarded_to IS DISTINCT FROM 'fulfiller' AND at_hand > 0
     OR waited AND awarded <> (dispute.awarded_to IS NOT NULL) THEN
    RAISE EXCEPTION 'the dispute of match % and its credit contradict each other', dispute.match_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
