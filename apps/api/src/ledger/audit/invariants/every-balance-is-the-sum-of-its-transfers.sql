SELECT a.id, a.student_id, a.kind, a.balance, moved.total
  FROM ledger.accounts a
  LEFT JOIN (
    SELECT account, sum(amount) AS total FROM (
      SELECT credit_account_id AS account, amount FROM ledger.transfers
      UNION ALL SELECT debit_account_id, -amount FROM ledger.transfers) movement
     GROUP BY account) moved ON moved.account = a.id
 WHERE a.student_id IS NOT NULL AND a.balance IS DISTINCT FROM coalesce(moved.total, 0)
