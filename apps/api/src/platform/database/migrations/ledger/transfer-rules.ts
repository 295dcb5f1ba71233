/** The allowed transfers, and how they change balances. Part of the ledger’s migration. */
export const transferRules = `
  -- Locks the accounts in id order, then numbers and dates the transfer: numbers follow the order of the changes.
  -- The mode leaves foreign key checks alone, which have touched the same rows by the time a second transaction waits.
  -- A student's debt is guarded by the lock on what they have available. System accounts store nothing to lock.
  CREATE FUNCTION ledger.prepare_transfer() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF NEW.kind = 'reversal' THEN
      PERFORM FROM ledger.accounts a
        WHERE a.id IN (NEW.debit_account_id, NEW.credit_account_id) AND a.student_id IS NOT NULL
           OR a.kind = 'available'
              AND a.student_id = (SELECT d.student_id FROM ledger.accounts d WHERE d.id = NEW.debit_account_id)
        ORDER BY a.id FOR NO KEY UPDATE;
    ELSE
      PERFORM FROM ledger.accounts a
        WHERE a.id IN (NEW.debit_account_id, NEW.credit_account_id) AND a.student_id IS NOT NULL
        ORDER BY a.id FOR NO KEY UPDATE;
    END IF;
    NEW.id := nextval('ledger.transfers_id_seq');
    NEW.created_at := clock_timestamp();
    RETURN NEW;
  END $$;

  -- Checks that this kind may move credits between these two accounts, moves them, and lets a debtor repay first.
  -- After the insert, so that a row which ON CONFLICT skips moves nothing.
  CREATE FUNCTION ledger.apply_transfer() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    debit ledger.accounts;
    credit ledger.accounts;
    origin ledger.transfers;
    allowed boolean;
    owed integer;
  BEGIN
    SELECT * INTO debit FROM ledger.accounts WHERE id = NEW.debit_account_id;
    SELECT * INTO credit FROM ledger.accounts WHERE id = NEW.credit_account_id;

    CASE NEW.kind
      WHEN 'grant' THEN
        allowed := debit.kind = 'issuance' AND credit.kind = 'available';
      WHEN 'purchase' THEN
        allowed := debit.kind = 'card_sales' AND credit.kind = 'available';
      WHEN 'repay' THEN
        allowed := debit.kind = 'available' AND credit.kind = 'debt' AND debit.student_id = credit.student_id;
      WHEN 'hold' THEN
        allowed := debit.kind = 'available' AND credit.kind = 'held' AND debit.student_id = credit.student_id
          AND debit.student_id = (SELECT r.requester_id FROM public.meal_requests r WHERE r.id = NEW.request_id);
      WHEN 'release' THEN
        SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.hold_id;
        allowed := origin.kind = 'hold' AND origin.request_id = NEW.request_id
          AND debit.id = origin.credit_account_id AND credit.id = origin.debit_account_id;
      WHEN 'capture' THEN
        SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.hold_id;
        allowed := origin.kind = 'hold' AND origin.request_id = NEW.request_id
          AND debit.id = origin.credit_account_id AND credit.kind = 'available'
          AND credit.student_id = (SELECT m.fulfiller_id FROM public.matches m
                WHERE m.id = NEW.match_id AND m.request_id = NEW.request_id AND m.status <> 'cancelled');
      WHEN 'reversal' THEN
        SELECT * INTO origin FROM ledger.transfers WHERE id = NEW.reverses_id;
        -- From what the receiver has, then from what they will have; back to where it came from; never more than it was.
        -- What was taken back of a purchase may be given back, and taken again: each is a reversal of the one before.
        allowed := (NEW.match_id, NEW.request_id, NEW.order_id)
                IS NOT DISTINCT FROM (origin.match_id, origin.request_id, origin.order_id)
          AND CASE WHEN debit.kind = 'card_sales' THEN
                debit.id = origin.credit_account_id AND credit.kind = 'available' AND credit.student_id = (
                  SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.debit_account_id)
              ELSE
                debit.student_id = (SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.credit_account_id)
                AND (debit.kind = 'available' OR debit.kind = 'debt' AND 0 = (
                  SELECT a.balance FROM ledger.accounts a
                   WHERE a.student_id = debit.student_id AND a.kind = 'available'))
                AND CASE WHEN origin.kind = 'capture' THEN credit.kind = 'available' AND credit.student_id = (
                           SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.debit_account_id)
                         WHEN origin.order_id IS NOT NULL THEN
                           credit.kind = 'card_sales'
                         ELSE false END
              END
          AND origin.amount >= (SELECT sum(t.amount) FROM ledger.transfers t WHERE t.reverses_id = origin.id);
    END CASE;
    IF allowed IS NOT TRUE THEN
      RAISE EXCEPTION 'a % may not move credits from account % to account %',
          NEW.kind, NEW.debit_account_id, NEW.credit_account_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;

    UPDATE ledger.accounts a
       SET balance = a.balance + CASE a.id WHEN NEW.credit_account_id THEN NEW.amount ELSE -NEW.amount END,
           last_transfer_id = NEW.id
     WHERE a.id IN (NEW.debit_account_id, NEW.credit_account_id) AND a.student_id IS NOT NULL;

    IF credit.kind = 'available' THEN
      SELECT a.id, -a.balance INTO STRICT debit.id, owed
        FROM ledger.accounts a WHERE a.student_id = credit.student_id AND a.kind = 'debt';
      IF owed > 0 THEN
        INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
        VALUES ('repay', credit.id, debit.id, least(owed, NEW.amount));
      END IF;
    END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION ledger.refuse_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'transfers are append-only'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
  END $$;

  CREATE TRIGGER transfers_prepare BEFORE INSERT ON ledger.transfers
    FOR EACH ROW EXECUTE FUNCTION ledger.prepare_transfer();
  CREATE TRIGGER transfers_apply AFTER INSERT ON ledger.transfers
    FOR EACH ROW EXECUTE FUNCTION ledger.apply_transfer();
  CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON ledger.transfers
    FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
  CREATE TRIGGER transfers_append_only_all BEFORE TRUNCATE ON ledger.transfers
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_prepare;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_apply;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_append_only;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_append_only_all;
`;
