SELECT t.id, t.request_id, t.match_id, a.student_id AS paid, m.fulfiller_id, m.status
  FROM ledger.transfers t
  JOIN ledger.accounts a ON a.id = t.credit_account_id
  LEFT JOIN matches m ON m.id = t.match_id AND m.request_id = t.request_id
 WHERE t.kind = 'capture' AND (m.status IS DISTINCT FROM 'completed' OR m.fulfiller_id IS DISTINCT FROM a.student_id)
