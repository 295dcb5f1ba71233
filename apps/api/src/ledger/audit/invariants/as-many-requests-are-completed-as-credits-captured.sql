SELECT completed, captured FROM
  (SELECT count(*) AS completed FROM meal_requests WHERE status = 'completed') r,
  (SELECT coalesce(sum(amount), 0) AS captured FROM ledger.transfers WHERE kind = 'capture') t
 WHERE completed <> captured
