/** The functions that the API may call. Part of the ledger’s migration. */
export const movements = `
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
