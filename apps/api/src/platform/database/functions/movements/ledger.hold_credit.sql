-- Moves one available credit of the requester to their held ones; fails if they have none, or more than `open_max` open
-- requests then; null: any number. Each active or matched request has one hold of one credit, so the balance of the holds
-- counts them. Returns what is available then. Called by the INSERT of POST /requests and by the demo campus.
CREATE OR REPLACE FUNCTION ledger.hold_credit(student uuid, request uuid, open_max integer DEFAULT NULL) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id)
  SELECT 'hold', available.id, held.id, 1, request
    FROM ledger.accounts available JOIN ledger.accounts held ON held.student_id = available.student_id
   WHERE available.student_id = student AND available.kind = 'available' AND held.kind = 'held';
  -- read after the hold locked the account, so that simultaneous requests are counted one by one
  IF open_max IS NOT NULL
     AND open_max < (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'held') THEN
    RAISE EXCEPTION 'student % has more than % open requests', student, open_max
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'open_requests_of_campus',
            DETAIL = open_max::text;
  END IF;
  RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'available');
END $$;
