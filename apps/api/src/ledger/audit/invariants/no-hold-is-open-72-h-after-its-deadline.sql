SELECT r.id, r.status, r.deadline
  FROM meal_requests r
  JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
 WHERE r.deadline < now() - interval '72 hours'
   AND NOT EXISTS (SELECT FROM ledger.transfers done WHERE done.hold_id = hold.id)
