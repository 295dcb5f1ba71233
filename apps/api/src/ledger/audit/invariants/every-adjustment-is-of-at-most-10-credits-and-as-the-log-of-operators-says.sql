SELECT t.id, t.amount, t.log_id, l.action, l.student_id AS logged, a.student_id AS adjusted
  FROM ledger.transfers t
  JOIN ledger.accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'available'
  LEFT JOIN operator_log l ON l.id = t.log_id
 WHERE t.kind = 'adjustment' AND (
   t.amount > 10 OR 4 NOT IN (t.debit_account_id, t.credit_account_id) OR l.action IS DISTINCT FROM 'adjust'
   OR l.student_id IS DISTINCT FROM a.student_id
   OR (l.after ->> 'amount')::int IS DISTINCT FROM CASE t.debit_account_id WHEN 4 THEN t.amount ELSE -t.amount END)
