SELECT r.id, r.status, array_agg(m.status) AS live_matches
  FROM meal_requests r LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
 GROUP BY r.id
HAVING array_agg(m.status) IS DISTINCT FROM CASE r.status
         WHEN 'matched' THEN ARRAY['accepted'] WHEN 'completed' THEN ARRAY['completed'] ELSE ARRAY[NULL] END
