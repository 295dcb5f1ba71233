-- Gives the held credit of a request to the fulfiller of its live match. Called by CreditsService when a match
-- completes.
CREATE OR REPLACE FUNCTION ledger.capture_credit(request uuid, fulfiller uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hold ledger.transfers;
BEGIN
  SELECT * INTO STRICT hold FROM ledger.transfers t WHERE t.kind = 'hold' AND t.request_id = request;
  INSERT INTO ledger.transfers (kind, debit_account_id, credit_account_id, amount, request_id, match_id, hold_id)
  VALUES ('capture', hold.credit_account_id, ledger.account_of(fulfiller, 'available'), hold.amount, request,
          (SELECT m.id FROM public.matches m WHERE m.request_id = request AND m.status <> 'cancelled'), hold.id);
END $$;
