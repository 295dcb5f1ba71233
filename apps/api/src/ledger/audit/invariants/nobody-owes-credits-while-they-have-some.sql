SELECT d.student_id, d.balance AS debt, a.balance AS available
  FROM ledger.accounts d JOIN ledger.accounts a ON a.student_id = d.student_id AND a.kind = 'available'
 WHERE d.kind = 'debt' AND d.balance < 0 AND a.balance > 0
