SELECT o.id, o.credits, o.credits_reversed, sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END) AS given
  FROM orders o JOIN ledger.transfers t ON t.order_id = o.id
 GROUP BY o.id
HAVING sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END) <> o.credits - o.credits_reversed
