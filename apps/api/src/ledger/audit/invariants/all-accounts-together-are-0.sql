SELECT sum(total) AS total FROM (
  SELECT sum(balance) AS total FROM ledger.accounts WHERE student_id IS NOT NULL
  UNION ALL
  SELECT sum(t.amount) FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.credit_account_id AND a.student_id IS NULL
  UNION ALL
  SELECT -sum(t.amount) FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.debit_account_id AND a.student_id IS NULL
) side HAVING sum(total) <> 0
