import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The ledger: accounts, one-row transfers, and the rules that no code above can break. Why it is built this way:
 * docs/decisions/0003-ledger-in-the-database.md.
 */
export class Ledger1790000000003 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(tables);
    await db.query(accountRules);
    await db.query(transferRules);
    await db.query(statusFollowsCredit);
    await db.query(movements);
    // Students who were there before the ledger.
    await db.query(`
      INSERT INTO ledger.accounts (student_id, kind, balance)
      SELECT s.id, k.kind, 0 FROM students s CROSS JOIN (VALUES ('available'), ('held'), ('debt')) k (kind)`);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP TRIGGER students_open_accounts ON students;
      DROP TRIGGER meal_requests_match_credit ON meal_requests;
      DROP TRIGGER meal_requests_status_matches_credit ON meal_requests;
      DROP TRIGGER matches_match_credit ON matches;
      DROP TRIGGER matches_status_matches_credit ON matches;
      DROP SCHEMA ledger CASCADE;
    `);
  }
}

const tables = `
  CREATE SCHEMA ledger;

  CREATE TABLE ledger.accounts (
    id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) CONSTRAINT pk_accounts PRIMARY KEY,
    student_id uuid CONSTRAINT fk_accounts_student REFERENCES students,
    kind text NOT NULL,
    balance integer,
    last_transfer_id bigint,
    CONSTRAINT uq_accounts_student_kind UNIQUE NULLS NOT DISTINCT (student_id, kind),
    CONSTRAINT ck_accounts_kind CHECK (kind IN ('available', 'held', 'debt', 'issuance', 'card_sales')),
    CONSTRAINT ck_accounts_owner CHECK ((student_id IS NULL) = (kind IN ('issuance', 'card_sales'))),
    CONSTRAINT ck_accounts_stored_balance CHECK ((balance IS NULL) = (student_id IS NULL)),
    CONSTRAINT ck_accounts_available_not_negative CHECK (kind <> 'available' OR balance >= 0),
    CONSTRAINT ck_accounts_held_not_negative CHECK (kind <> 'held' OR balance >= 0),
    CONSTRAINT ck_accounts_debt_not_positive CHECK (kind <> 'debt' OR balance <= 0)
  ) WITH (fillfactor = 70); -- room for balances to change in place
  INSERT INTO ledger.accounts (id, kind) OVERRIDING SYSTEM VALUE VALUES (1, 'issuance'), (2, 'card_sales');

  CREATE TABLE ledger.transfers (
    id bigint CONSTRAINT pk_transfers PRIMARY KEY,
    kind text NOT NULL,
    debit_account_id bigint NOT NULL CONSTRAINT fk_transfers_debit_account REFERENCES ledger.accounts,
    credit_account_id bigint NOT NULL CONSTRAINT fk_transfers_credit_account REFERENCES ledger.accounts,
    amount integer NOT NULL,
    request_id uuid CONSTRAINT fk_transfers_request REFERENCES meal_requests,
    match_id uuid CONSTRAINT fk_transfers_match REFERENCES matches,
    order_id uuid,
    hold_id bigint CONSTRAINT fk_transfers_hold REFERENCES ledger.transfers,
    reverses_id bigint CONSTRAINT fk_transfers_reversed REFERENCES ledger.transfers,
    created_at timestamptz NOT NULL,
    CONSTRAINT ck_transfers_kind
      CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'purchase', 'reversal', 'repay')),
    CONSTRAINT ck_transfers_amount CHECK (amount > 0 AND (kind NOT IN ('hold', 'capture', 'release') OR amount = 1)),
    CONSTRAINT ck_transfers_two_accounts CHECK (debit_account_id <> credit_account_id),
    CONSTRAINT ck_transfers_names_request CHECK (
      (request_id IS NOT NULL) = (kind IN ('hold', 'capture', 'release') OR kind = 'reversal' AND match_id IS NOT NULL)),
    CONSTRAINT ck_transfers_names_match CHECK (CASE kind
      WHEN 'capture' THEN match_id IS NOT NULL
      WHEN 'reversal' THEN (match_id IS NULL) <> (order_id IS NULL)
      ELSE match_id IS NULL END),
    CONSTRAINT ck_transfers_names_order CHECK (CASE kind
      WHEN 'purchase' THEN order_id IS NOT NULL
      WHEN 'reversal' THEN true
      ELSE order_id IS NULL END),
    CONSTRAINT ck_transfers_names_hold CHECK ((hold_id IS NOT NULL) = (kind IN ('capture', 'release'))),
    CONSTRAINT ck_transfers_names_reversed CHECK ((reverses_id IS NOT NULL) = (kind = 'reversal'))
  );
  CREATE SEQUENCE ledger.transfers_id_seq OWNED BY ledger.transfers.id;
  CREATE UNIQUE INDEX uq_transfers_hold_of_request ON ledger.transfers (request_id) WHERE kind = 'hold';
  -- One index over captures and releases: a hold goes one way, once.
  CREATE UNIQUE INDEX uq_transfers_resolution_of_hold ON ledger.transfers (hold_id) WHERE hold_id IS NOT NULL;
  CREATE UNIQUE INDEX uq_transfers_grant_of_student ON ledger.transfers (credit_account_id) WHERE kind = 'grant';
  CREATE UNIQUE INDEX uq_transfers_purchase_of_order ON ledger.transfers (order_id) WHERE kind = 'purchase';
  CREATE INDEX ix_transfers_debit_account ON ledger.transfers (debit_account_id, id);
  CREATE INDEX ix_transfers_credit_account ON ledger.transfers (credit_account_id, id);
  CREATE INDEX ix_transfers_order ON ledger.transfers (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX ix_transfers_reverses ON ledger.transfers (reverses_id) WHERE reverses_id IS NOT NULL;
`;

const accountRules = `
  CREATE FUNCTION ledger.open_accounts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.accounts (student_id, kind, balance)
    VALUES (NEW.id, 'available', 0), (NEW.id, 'held', 0), (NEW.id, 'debt', 0);
    RETURN NULL;
  END $$;
  CREATE TRIGGER students_open_accounts AFTER INSERT ON students
    FOR EACH ROW EXECUTE FUNCTION ledger.open_accounts();

  -- A balance starts at 0 and changes only by the amount of the transfer it names, which must be a later one than the
  -- last. Every transfer is applied the moment it is inserted, so outside that moment no UPDATE can satisfy this: there
  -- is no setting or session state to forge.
  CREATE FUNCTION ledger.guard_account() RETURNS trigger
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
  CREATE TRIGGER accounts_change_by_transfer BEFORE INSERT OR UPDATE ON ledger.accounts
    FOR EACH ROW EXECUTE FUNCTION ledger.guard_account();

  CREATE TRIGGER accounts_stay BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION refuse_removal();
  CREATE TRIGGER accounts_stay_all BEFORE TRUNCATE ON ledger.accounts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();

  -- ALWAYS: also in a session that set session_replication_role to replica, which silences ordinary triggers.
  ALTER TABLE students ENABLE ALWAYS TRIGGER students_open_accounts;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_change_by_transfer;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay;
  ALTER TABLE ledger.accounts ENABLE ALWAYS TRIGGER accounts_stay_all;
`;

const transferRules = `
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

const statusFollowsCredit = `
  -- At commit, a request's status, its hold and its match tell the same story. Whichever of the three a transaction
  -- touches, the whole is looked at. Two transactions cannot each keep half: every change of the story moves the status,
  -- so they queue on the request's row.
  CREATE FUNCTION ledger.guard_exchange() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    request uuid;
    status text;
    story text;
  BEGIN
    IF TG_TABLE_NAME = 'meal_requests' THEN request := NEW.id; ELSE request := NEW.request_id; END IF;

    SELECT r.status, CASE
        WHEN hold.id IS NULL THEN 'without hold'
        WHEN resolution.id IS NULL AND m.id IS NULL THEN 'active'
        WHEN resolution.id IS NULL AND m.status = 'accepted' THEN 'matched'
        WHEN resolution.kind = 'capture' AND m.status = 'completed' AND resolution.match_id = m.id THEN 'completed'
        WHEN resolution.kind = 'release' AND m.id IS NULL THEN 'refunded'
        ELSE 'contradictory' END
      INTO STRICT status, story
      FROM public.meal_requests r
      LEFT JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
      LEFT JOIN ledger.transfers resolution ON resolution.hold_id = hold.id
      LEFT JOIN public.matches m ON m.request_id = r.id AND m.status <> 'cancelled'
     WHERE r.id = request;

    IF story IS DISTINCT FROM (CASE WHEN status IN ('cancelled', 'expired') THEN 'refunded' ELSE status END) THEN
      RAISE EXCEPTION 'request % is % but its credit and match are %', request, status, story
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
    END IF;
    RETURN NULL;
  END $$;

  CREATE CONSTRAINT TRIGGER meal_requests_match_credit AFTER INSERT ON meal_requests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER meal_requests_status_matches_credit AFTER UPDATE ON meal_requests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status)
    EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER matches_match_credit AFTER INSERT ON matches
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER matches_status_matches_credit AFTER UPDATE ON matches
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status)
    EXECUTE FUNCTION ledger.guard_exchange();
  CREATE CONSTRAINT TRIGGER transfers_match_status AFTER INSERT ON ledger.transfers
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind IN ('hold', 'capture', 'release'))
    EXECUTE FUNCTION ledger.guard_exchange();
  ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_match_credit;
  ALTER TABLE meal_requests ENABLE ALWAYS TRIGGER meal_requests_status_matches_credit;
  ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_match_credit;
  ALTER TABLE matches ENABLE ALWAYS TRIGGER matches_status_matches_credit;
  ALTER TABLE ledger.transfers ENABLE ALWAYS TRIGGER transfers_match_status;
`;

const movements = `
  -- The movements the API may ask for, one round trip each. They run with the rights of the ledger's owner, so the API's
  -- own role needs none on transfers and balances. What they insert is checked like any other transfer.

  CREATE FUNCTION ledger.account_of(student uuid, wanted text) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
    RETURN (SELECT a.id FROM ledger.accounts a WHERE a.student_id = student AND a.kind = wanted);

  CREATE FUNCTION ledger.grant_credits(student uuid, amount integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount)
    VALUES ('grant', 1, ledger.account_of(student, 'available'), amount);
  END $$;

  CREATE FUNCTION ledger.hold_credit(student uuid, request uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id)
    SELECT 'hold', available.id, held.id, 1, request
      FROM ledger.accounts available JOIN ledger.accounts held ON held.student_id = available.student_id
     WHERE available.student_id = student AND available.kind = 'available' AND held.kind = 'held';
    RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'available');
  END $$;

  CREATE FUNCTION ledger.capture_credit(request uuid, fulfiller uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hold ledger.transfers;
  BEGIN
    SELECT * INTO STRICT hold FROM ledger.transfers t WHERE t.kind = 'hold' AND t.request_id = request;
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id, hold_id)
    VALUES ('capture', hold.credit_account_id, ledger.account_of(fulfiller, 'available'), hold.amount, request,
            (SELECT m.id FROM public.matches m WHERE m.request_id = request AND m.status <> 'cancelled'), hold.id);
  END $$;

  CREATE FUNCTION ledger.release_credit(request uuid) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hold ledger.transfers;
  BEGIN
    SELECT * INTO STRICT hold FROM ledger.transfers t WHERE t.kind = 'hold' AND t.request_id = request;
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, hold_id)
    VALUES ('release', hold.credit_account_id, hold.debit_account_id, hold.amount, request, hold.id);
    RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.id = hold.debit_account_id);
  END $$;

  -- All accounts of the batch are locked in id order before the first of them changes.
  CREATE FUNCTION ledger.release_credits(requests uuid[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hold ledger.transfers;
  BEGIN
    PERFORM FROM ledger.accounts a
      WHERE a.id IN (SELECT unnest(ARRAY[t.debit_account_id, t.credit_account_id]) FROM ledger.transfers t
                      WHERE t.kind = 'hold' AND t.request_id = ANY (requests))
      ORDER BY a.id FOR NO KEY UPDATE;
    FOR hold IN SELECT * FROM ledger.transfers t WHERE t.kind = 'hold' AND t.request_id = ANY (requests) LOOP
      INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, hold_id)
      VALUES ('release', hold.credit_account_id, hold.debit_account_id, hold.amount, hold.request_id, hold.id);
    END LOOP;
  END $$;

  CREATE FUNCTION ledger.purchase_credits(paid_order uuid, student uuid, amount integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, order_id)
    VALUES ('purchase', 2, ledger.account_of(student, 'available'), amount, paid_order);
  END $$;

  -- Takes credits back from whoever a capture or purchase gave them to: what they have, the rest as debt.
  CREATE FUNCTION ledger.reverse_transfer(origin ledger.transfers, credit_account bigint, amount integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    available ledger.accounts;
    debt bigint;
    at_hand integer;
    account bigint;
    part integer;
  BEGIN
    PERFORM FROM ledger.accounts a WHERE a.id IN (origin.credit_account_id, credit_account) AND a.student_id IS NOT NULL
      ORDER BY a.id FOR NO KEY UPDATE;
    SELECT * INTO STRICT available FROM ledger.accounts a WHERE a.id = origin.credit_account_id;
    debt := ledger.account_of(available.student_id, 'debt');
    at_hand := least(available.balance, amount);
    FOR account, part IN VALUES (available.id, at_hand), (debt, amount - at_hand) LOOP
      CONTINUE WHEN part = 0;
      INSERT INTO ledger.transfers
        (kind, debit_account_id, credit_account_id, amount, request_id, match_id, order_id, reverses_id)
      VALUES ('reversal', account, credit_account, part,
              origin.request_id, origin.match_id, origin.order_id, origin.id);
    END LOOP;
  END $$;

  CREATE FUNCTION ledger.reverse_capture(request uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    capture ledger.transfers;
    hold ledger.transfers;
  BEGIN
    SELECT * INTO STRICT capture FROM ledger.transfers t
     WHERE t.hold_id = (SELECT h.id FROM ledger.transfers h WHERE h.kind = 'hold' AND h.request_id = request)
       AND t.kind = 'capture';
    SELECT * INTO STRICT hold FROM ledger.transfers t WHERE t.id = capture.hold_id;
    PERFORM ledger.reverse_transfer(capture, hold.debit_account_id, capture.amount);
  END $$;

  -- What is not reversed yet of a transfer.
  CREATE FUNCTION ledger.left_of(origin ledger.transfers) RETURNS integer
    LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp
    RETURN (origin.amount
            - (SELECT coalesce(sum(t.amount), 0) FROM ledger.transfers t WHERE t.reverses_id = origin.id))::integer;

  -- Takes back credits that an order gave: its purchase, and what was given back of it later.
  CREATE FUNCTION ledger.reverse_purchase(paid_order uuid, amount integer) RETURNS void
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
      PERFORM ledger.reverse_transfer(given, 2, part);
      remaining := remaining - part;
    END LOOP;
    IF remaining <> 0 THEN
      RAISE EXCEPTION 'order % has not given % credits', paid_order, amount
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reverse_purchase';
    END IF;
  END $$;

  -- Gives credits of an order back that were taken back: the dispute was won, or the refund failed. Debts come first.
  CREATE FUNCTION ledger.restore_purchase(paid_order uuid, amount integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    taken ledger.transfers;
    student uuid;
    remaining integer := amount;
    part integer;
  BEGIN
    FOR taken IN SELECT * FROM ledger.transfers t
        WHERE t.order_id = paid_order AND t.credit_account_id = 2 ORDER BY t.id LOOP
      part := least(remaining, ledger.left_of(taken));
      CONTINUE WHEN part <= 0;
      SELECT a.student_id INTO student FROM ledger.accounts a WHERE a.id = taken.debit_account_id;
      INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, order_id, reverses_id)
      VALUES ('reversal', 2, ledger.account_of(student, 'available'), part, paid_order, taken.id);
      remaining := remaining - part;
    END LOOP;
    IF remaining <> 0 THEN
      RAISE EXCEPTION 'order % has not had % credits taken back', paid_order, amount
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'restore_purchase';
    END IF;
  END $$;

  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
`;
