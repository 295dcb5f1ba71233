SELECT credit_account_id FROM ledger.transfers WHERE kind = 'grant' GROUP BY credit_account_id HAVING count(*) > 1
