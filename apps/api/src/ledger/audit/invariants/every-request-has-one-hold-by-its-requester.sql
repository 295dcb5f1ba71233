SELECT r.id, r.requester_id, count(hold.id) AS holds
  FROM meal_requests r
  LEFT JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
  LEFT JOIN ledger.accounts a ON a.id = hold.debit_account_id
 GROUP BY r.id
HAVING count(hold.id) <> 1 OR bool_or(a.student_id IS DISTINCT FROM r.requester_id)
