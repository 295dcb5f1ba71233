SELECT o.id, o.state, count(t.id) AS purchases
  FROM orders o
  LEFT JOIN ledger.transfers t ON t.order_id = o.id AND t.kind = 'purchase'
  LEFT JOIN ledger.accounts a ON a.id = t.credit_account_id
 GROUP BY o.id
HAVING count(t.id) <> (o.state = 'paid')::int
    OR bool_or(t.amount <> o.credits OR a.student_id <> o.student_id)
