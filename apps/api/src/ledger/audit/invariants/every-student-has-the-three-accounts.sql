SELECT s.id, array_agg(a.kind) AS kinds FROM students s LEFT JOIN ledger.accounts a ON a.student_id = s.id
 GROUP BY s.id
HAVING array_agg(a.kind ORDER BY a.kind) IS DISTINCT FROM ARRAY['available', 'debt', 'held']
