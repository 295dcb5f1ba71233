-- The account that the credit of a decided dispute goes to (1: issuance); null while it is undecided. Called by
-- may_settle, take_credit and decide_dispute.
CREATE OR REPLACE FUNCTION ledger.payee_of(dispute ledger.disputes) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN dispute.awarded_to = 'nobody' THEN 1
    WHEN dispute.awarded_to = 'fulfiller' THEN dispute.debtor_account_id
    WHEN dispute.awarded_to = 'requester' THEN
      (SELECT ledger.account_of(m.requester_id, 'available') FROM public.matches m WHERE m.id = dispute.match_id) END
$$;
