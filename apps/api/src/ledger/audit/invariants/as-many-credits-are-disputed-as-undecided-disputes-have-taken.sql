SELECT disputed, undecided FROM
  (SELECT coalesce(sum(CASE credit_account_id WHEN 3 THEN amount ELSE -amount END), 0) AS disputed
     FROM ledger.transfers WHERE 3 IN (debit_account_id, credit_account_id)) t,
  (SELECT count(*) AS undecided FROM ledger.disputes WHERE taken_id IS NOT NULL AND awarded_to IS NULL) d
 WHERE disputed <> undecided
