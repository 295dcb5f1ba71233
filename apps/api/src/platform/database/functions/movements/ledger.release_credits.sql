-- Gives the held credits of many requests back, each with a transfer of its own. Locks all accounts of the batch in id
-- order before the first of them changes. Called by CreditsService, for requests that expire together.
CREATE OR REPLACE FUNCTION ledger.release_credits(requests uuid[]) RETURNS void
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
