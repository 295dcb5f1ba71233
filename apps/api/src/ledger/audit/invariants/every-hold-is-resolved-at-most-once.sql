SELECT hold_id, array_agg(kind) AS resolutions FROM ledger.transfers WHERE hold_id IS NOT NULL
 GROUP BY hold_id HAVING count(*) > 1
