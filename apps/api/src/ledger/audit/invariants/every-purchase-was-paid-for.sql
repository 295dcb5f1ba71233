SELECT t.id, t.order_id FROM ledger.transfers t LEFT JOIN orders o ON o.id = t.order_id
 WHERE t.kind = 'purchase' AND o.state IS DISTINCT FROM 'paid'
