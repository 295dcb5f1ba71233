-- Holds a credit for a student who may have so many requests open at once; null: any number. Each active or matched
-- request has one hold of one credit, so the balance of the holds counts them. Called by the INSERT of POST /requests.
CREATE OR REPLACE FUNCTION ledger.hold_credit_within(student uuid, request uuid, open_max integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  remaining integer := ledger.hold_credit(student, request);
BEGIN
  -- read after the hold locked the account, so that simultaneous requests are counted one by one
  IF open_max IS NOT NULL
     AND open_max < (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'held') THEN
    RAISE EXCEPTION 'student % has more than % open requests', student, open_max
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'open_requests_of_campus',
            DETAIL = open_max::text;
  END IF;
  RETURN remaining;
END $$;
