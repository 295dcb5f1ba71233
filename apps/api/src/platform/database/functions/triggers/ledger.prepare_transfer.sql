-- Locks the accounts in id order, then numbers and dates the transfer: numbers follow the order of the changes. The
-- mode leaves foreign key checks alone, which have touched the same rows by the time a second transaction waits. A
-- student's debt is guarded by the lock on what they have available. System accounts store nothing to lock.
CREATE OR REPLACE FUNCTION ledger.prepare_transfer() RETURNS trigger
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
