SELECT r.id, r.status, done.kind AS resolution
  FROM meal_requests r
  JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
  LEFT JOIN ledger.transfers done ON done.hold_id = hold.id
 WHERE CASE r.status
         WHEN 'active' THEN done.id IS NOT NULL
         WHEN 'matched' THEN done.id IS NOT NULL
         WHEN 'completed' THEN done.kind IS DISTINCT FROM 'capture'
         ELSE done.kind IS DISTINCT FROM 'release' END
