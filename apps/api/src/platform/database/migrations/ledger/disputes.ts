/** The table of disputes. Part of the migration for fair play. */
export const disputesTable = `
  ALTER TABLE ledger.accounts DROP CONSTRAINT ck_accounts_kind, DROP CONSTRAINT ck_accounts_owner,
    ADD CONSTRAINT ck_accounts_kind CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales', 'disputed')),
    ADD CONSTRAINT ck_accounts_owner CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales', 'disputed')));
  INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE VALUES (3, 'disputed');

  CREATE TABLE ledger.disputes (
    match_id uuid CONSTRAINT pk_disputes PRIMARY KEY CONSTRAINT fk_disputes_match REFERENCES matches,
    debtor_account_id bigint NOT NULL CONSTRAINT fk_disputes_debtor REFERENCES ledger.accounts,
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken_id bigint CONSTRAINT uq_disputes_taken UNIQUE CONSTRAINT fk_disputes_taken REFERENCES ledger.transfers,
    awarded_to text CONSTRAINT ck_disputes_awarded_to CHECK (awarded_to IN ('requester', 'fulfiller', 'nobody')),
    decided_at timestamptz,
    decided_by text CONSTRAINT ck_disputes_decided_by CHECK (decided_by IN ('operator', 'time', 'former rules')),
    reason text,
    advanced boolean NOT NULL DEFAULT false,
    CONSTRAINT ck_disputes_decided CHECK (
      (awarded_to IS NULL) = (decided_at IS NULL) AND (awarded_to IS NULL) = (decided_by IS NULL)),
    CONSTRAINT ck_disputes_reason CHECK (CASE decided_by
      WHEN 'operator' THEN reason IS NOT NULL AND char_length(reason) BETWEEN 10 AND 500
      ELSE reason IS NULL END)
  );
  -- Every credit that a student receives asks for the oldest claim on it.
  CREATE INDEX ix_disputes_claims ON ledger.disputes (debtor_account_id, opened_at, match_id)
    WHERE taken_id IS NULL AND awarded_to IS DISTINCT FROM 'fulfiller';
  CREATE INDEX ix_disputes_undecided ON ledger.disputes (opened_at) WHERE awarded_to IS NULL;
`;

/** What may happen to a dispute. Created after the disputes of the former rules are in, which these rules would refuse. */
export const disputeRules = `
  -- A dispute opens undecided, against the fulfiller of a completed match, and is decided once. Only the transfer that takes
  -- its credit is linked to it. apply_transfer links it the moment it is inserted, so none is left to forge a link with.
  -- Every change holds the lock on what the fulfiller has available, as every payment of a claim does.
  CREATE FUNCTION ledger.guard_dispute() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    PERFORM FROM ledger.accounts a WHERE a.id = NEW.debtor_account_id FOR NO KEY UPDATE;
    IF TG_OP = 'INSERT' THEN
      IF NEW.taken_id IS NOT NULL OR NEW.awarded_to IS NOT NULL OR NEW.advanced
         OR NEW.debtor_account_id IS DISTINCT FROM (
           SELECT ledger.account_of(m.fulfiller_id, 'available') FROM public.matches m
            WHERE m.id = NEW.match_id AND m.status = 'completed') THEN
        RAISE EXCEPTION 'a dispute opens undecided, against the fulfiller of a completed match'
          USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
      END IF;
      RETURN NEW;
    END IF;
    IF (NEW.match_id, NEW.debtor_account_id, NEW.advanced)
       IS DISTINCT FROM (OLD.match_id, OLD.debtor_account_id, OLD.advanced) THEN
      RAISE EXCEPTION 'a dispute keeps its match and its debtor'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    IF (NEW.awarded_to, NEW.decided_at, NEW.decided_by, NEW.reason)
         IS DISTINCT FROM (OLD.awarded_to, OLD.decided_at, OLD.decided_by, OLD.reason)
       AND (OLD.awarded_to IS NOT NULL OR NEW.decided_by = 'former rules') THEN
      RAISE EXCEPTION 'a dispute is decided once, and not by the former rules'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    IF NEW.taken_id IS DISTINCT FROM OLD.taken_id AND (OLD.taken_id IS NOT NULL OR NEW.taken_id IS DISTINCT FROM (
         SELECT t.id FROM ledger.transfers t WHERE t.match_id = NEW.match_id AND t.kind IN ('dispute', 'repay'))) THEN
      RAISE EXCEPTION 'the credit of a dispute is taken once, by a transfer'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER disputes_lifecycle BEFORE INSERT OR UPDATE ON ledger.disputes
    FOR EACH ROW EXECUTE FUNCTION ledger.guard_dispute();
  CREATE TRIGGER disputes_stay BEFORE DELETE ON ledger.disputes FOR EACH ROW EXECUTE FUNCTION refuse_removal();
  CREATE TRIGGER disputes_stay_all BEFORE TRUNCATE ON ledger.disputes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

  -- At commit, no student has credits while there is a claim on them, and a credit that waits in a dispute is awarded
  -- exactly when the dispute is decided.
  CREATE FUNCTION ledger.guard_disputed_credit() RETURNS trigger
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
  CREATE CONSTRAINT TRIGGER disputes_match_credit AFTER INSERT OR UPDATE ON ledger.disputes
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_disputed_credit();

  ALTER TABLE ledger.disputes ENABLE ALWAYS TRIGGER disputes_lifecycle;
  ALTER TABLE ledger.disputes ENABLE ALWAYS TRIGGER disputes_stay;
  ALTER TABLE ledger.disputes ENABLE ALWAYS TRIGGER disputes_stay_all;
  ALTER TABLE ledger.disputes ENABLE ALWAYS TRIGGER disputes_match_credit;
`;
