/** The allowed transfers with disputes, and how they change balances. Part of the migration for fair play. */
export const fairTransfers = `
  ALTER TABLE ledger.transfers
    DROP CONSTRAINT ck_transfers_kind, DROP CONSTRAINT ck_transfers_amount,
    DROP CONSTRAINT ck_transfers_names_request, DROP CONSTRAINT ck_transfers_names_match,
    ADD CONSTRAINT ck_transfers_kind CHECK (
      kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay', 'dispute', 'award')),
    ADD CONSTRAINT ck_transfers_amount CHECK (amount > 0 AND (request_id IS NULL OR amount = 1)),
    ADD CONSTRAINT ck_transfers_names_request CHECK ((request_id IS NOT NULL) = (
      kind IN ('hold', 'capture', 'release', 'dispute', 'award') OR kind IN ('reversal', 'repay') AND match_id IS NOT NULL)),
    ADD CONSTRAINT ck_transfers_names_match CHECK (CASE
      WHEN kind IN ('capture', 'dispute', 'award') THEN match_id IS NOT NULL
      WHEN kind = 'reversal' THEN (match_id IS NULL) <> (order_id IS NULL)
      WHEN kind = 'repay' THEN true
      ELSE match_id IS NULL END);
  -- The credit of a dispute is taken from the fulfiller once, and awarded once.
  CREATE UNIQUE INDEX uq_transfers_taking_of_match ON ledger.transfers (match_id)
    WHERE kind IN ('dispute', 'repay') AND match_id IS NOT NULL;
  CREATE UNIQUE INDEX uq_transfers_award_of_match ON ledger.transfers (match_id) WHERE kind = 'award';

  -- The account that the credit of a decided dispute goes to; null while it is undecided.
  CREATE FUNCTION ledger.payee_of(dispute ledger.disputes) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
      WHEN dispute.advanced OR dispute.awarded_to = 'nobody' THEN 1
      WHEN dispute.awarded_to = 'fulfiller' THEN dispute.debtor_account_id
      WHEN dispute.awarded_to = 'requester' THEN
        (SELECT ledger.account_of(m.requester_id, 'available') FROM public.matches m WHERE m.id = dispute.match_id) END
  $$;

  -- Whether a transfer that names a match may move the credit of its dispute: into it while nobody has decided, from there
  -- to whoever it is awarded to, or past it if it was decided before the fulfiller had the credit.
  CREATE FUNCTION ledger.may_settle(settling ledger.transfers, debit ledger.accounts, credit ledger.accounts)
    RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    dispute ledger.disputes;
  BEGIN
    SELECT * INTO dispute FROM ledger.disputes d WHERE d.match_id = settling.match_id;
    RETURN settling.request_id = (SELECT m.request_id FROM public.matches m WHERE m.id = settling.match_id)
      AND CASE
        WHEN settling.kind = 'dispute' THEN
          debit.id = dispute.debtor_account_id AND credit.kind = 'disputed' AND dispute.awarded_to IS NULL
        WHEN settling.kind = 'repay' THEN
          debit.id = dispute.debtor_account_id AND credit.id = ledger.payee_of(dispute)
        ELSE debit.kind = 'disputed' AND credit.id = ledger.payee_of(dispute) AND EXISTS (
          SELECT FROM ledger.transfers t WHERE t.id = dispute.taken_id AND t.kind = 'dispute') END;
  END $$;

  -- Pays with credits that a student just received: what they owe for a refunded purchase, then claims, the oldest first.
  -- A payment may bring the claimant to pay in turn, so each round looks for the next claim anew.
  CREATE FUNCTION ledger.pay_debts(debtor ledger.accounts, received integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    debt bigint;
    owed integer;
    claim ledger.disputes;
  BEGIN
    SELECT a.id, least(-a.balance, received) INTO STRICT debt, owed
      FROM ledger.accounts a WHERE a.student_id = debtor.student_id AND a.kind = 'debt';
    IF owed > 0 THEN
      INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
      VALUES ('repay', debtor.id, debt, owed);
    END IF;
    FOR each IN 1 .. received - owed LOOP
      SELECT * INTO claim FROM ledger.disputes d
       WHERE d.debtor_account_id = debtor.id AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller'
       ORDER BY d.opened_at, d.match_id LIMIT 1;
      EXIT WHEN NOT FOUND;
      PERFORM ledger.take_credit(claim);
    END LOOP;
  END $$;

  -- Takes the credit of a dispute from its fulfiller: into the dispute, or to whoever it was awarded to already.
  CREATE FUNCTION ledger.take_credit(dispute ledger.disputes) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id)
    SELECT CASE WHEN dispute.awarded_to IS NULL THEN 'dispute' ELSE 'repay' END, dispute.debtor_account_id,
           coalesce(ledger.payee_of(dispute), 3), 1, m.request_id, m.id
      FROM public.matches m WHERE m.id = dispute.match_id;
  END $$;

  -- Checks that this kind may move credits between these two accounts, moves them, and lets a debtor pay first.
  -- After the insert, so that a row which ON CONFLICT skips moves nothing.
  CREATE OR REPLACE FUNCTION ledger.apply_transfer() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    debit ledger.accounts;
    credit ledger.accounts;
    origin ledger.transfers;
    allowed boolean;
  BEGIN
    SELECT * INTO debit FROM ledger.accounts WHERE id = NEW.debit_account_id;
    SELECT * INTO credit FROM ledger.accounts WHERE id = NEW.credit_account_id;

    CASE NEW.kind
      WHEN 'grant' THEN
        allowed := debit.kind = 'issuance' AND credit.kind = 'available'
          AND EXISTS (SELECT FROM ledger.starting_meals s WHERE s.student_id = credit.student_id);
      WHEN 'purchase' THEN
        allowed := debit.kind = 'card_sales' AND credit.kind = 'available';
      WHEN 'dispute', 'award' THEN
        allowed := ledger.may_settle(NEW, debit, credit);
      WHEN 'repay' THEN
        allowed := CASE WHEN NEW.match_id IS NOT NULL THEN ledger.may_settle(NEW, debit, credit)
          ELSE debit.kind = 'available' AND credit.kind = 'debt' AND debit.student_id = credit.student_id END;
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
        -- Only of purchases: from what the buyer has, then from what they will have, and never more than it was. What was
        -- taken back may be given back, and taken again: each is a reversal of the one before.
        allowed := NEW.order_id = origin.order_id
          AND CASE WHEN debit.kind = 'card_sales' THEN
                debit.id = origin.credit_account_id AND credit.kind = 'available' AND credit.student_id = (
                  SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.debit_account_id)
              ELSE
                debit.student_id = (SELECT a.student_id FROM ledger.accounts a WHERE a.id = origin.credit_account_id)
                AND (debit.kind = 'available' OR debit.kind = 'debt' AND 0 = (
                  SELECT a.balance FROM ledger.accounts a
                   WHERE a.student_id = debit.student_id AND a.kind = 'available'))
                AND credit.kind = 'card_sales'
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

    IF NEW.kind IN ('dispute', 'repay') THEN
      UPDATE ledger.disputes SET taken_id = NEW.id WHERE match_id = NEW.match_id;
    END IF;
    IF credit.kind = 'available' THEN
      PERFORM ledger.pay_debts(credit, NEW.amount);
    END IF;
    RETURN NULL;
  END $$;
`;
