SELECT l.operator_id, t.id, sum(before.amount) AS amount
  FROM ledger.transfers t
  JOIN operator_log l ON l.id = t.log_id
  JOIN operator_log other ON other.operator_id = l.operator_id
  JOIN ledger.transfers before ON before.log_id = other.id
   AND before.created_at > t.created_at - interval '24 hours' AND before.created_at <= t.created_at
 GROUP BY l.operator_id, t.id HAVING sum(before.amount) > 50
