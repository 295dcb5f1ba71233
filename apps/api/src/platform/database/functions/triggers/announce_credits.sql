-- Announces credits that came or went without a match to their student, whose other screens show them. See announce_request.
CREATE OR REPLACE FUNCTION announce_credits() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', 'student ' || a.student_id) FROM ledger.accounts a
    WHERE a.id IN (NEW.debit_account_id, NEW.credit_account_id) AND a.student_id IS NOT NULL;
  RETURN NULL;
END $$;
