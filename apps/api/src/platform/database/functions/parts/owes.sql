-- Whether a student has a debt, or claims that their next credits pay. Called by the INSERT of POST /requests, for the other
-- accounts of a mailbox. A function is planned and run only for students who have some.
CREATE OR REPLACE FUNCTION owes(student uuid) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
  RETURN EXISTS (
    SELECT FROM ledger.accounts a
     WHERE a.student_id = student AND (a.kind = 'debt' AND a.balance < 0 OR a.kind = 'available' AND EXISTS (
       SELECT FROM ledger.disputes d
        WHERE d.debtor_account_id = a.id AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller')));
