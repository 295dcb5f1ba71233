SELECT granted.student_id AS granted, recorded.student_id AS recorded
  FROM (SELECT a.student_id FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.credit_account_id
         WHERE t.kind = 'grant') granted
  FULL JOIN ledger.starting_meals recorded USING (student_id)
 WHERE granted.student_id IS NULL OR recorded.student_id IS NULL
