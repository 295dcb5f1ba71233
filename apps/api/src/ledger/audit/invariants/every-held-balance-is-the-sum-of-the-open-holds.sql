SELECT a.student_id, a.balance, coalesce(open.total, 0) AS open_holds
  FROM ledger.accounts a
  LEFT JOIN (
    SELECT hold.credit_account_id, sum(hold.amount) AS total FROM ledger.transfers hold
     WHERE hold.kind = 'hold' AND NOT EXISTS (SELECT FROM ledger.transfers done WHERE done.hold_id = hold.id)
     GROUP BY hold.credit_account_id) open ON open.credit_account_id = a.id
 WHERE a.kind = 'held' AND a.balance IS DISTINCT FROM coalesce(open.total, 0)
