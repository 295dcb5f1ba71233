SELECT origin.id, origin.amount, sum(t.amount) AS reversed
  FROM ledger.transfers t JOIN ledger.transfers origin ON origin.id = t.reverses_id
 GROUP BY origin.id HAVING sum(t.amount) > origin.amount
