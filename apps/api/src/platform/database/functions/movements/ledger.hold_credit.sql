-- Moves one available credit of the requester to their held ones; fails if they have none. Returns what is available
-- then. Called by hold_credit_within and by the demo campus.
CREATE OR REPLACE FUNCTION ledger.hold_credit(student uuid, request uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id)
  SELECT 'hold', available.id, held.id, 1, request
    FROM ledger.accounts available JOIN ledger.accounts held ON held.student_id = available.student_id
   WHERE available.student_id = student AND available.kind = 'available' AND held.kind = 'held';
  RETURN (SELECT a.balance FROM ledger.accounts a WHERE a.student_id = student AND a.kind = 'available');
END $$;
