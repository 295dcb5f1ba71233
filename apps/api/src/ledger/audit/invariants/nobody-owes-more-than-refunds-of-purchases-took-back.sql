SELECT a.student_id, a.balance AS debt, coalesce(refunded.total, 0) AS taken_back
  FROM ledger.accounts a
  LEFT JOIN (SELECT debit_account_id, sum(amount) AS total FROM ledger.transfers
              WHERE kind = 'reversal' AND order_id IS NOT NULL GROUP BY debit_account_id) refunded
    ON refunded.debit_account_id = a.id
 WHERE a.kind = 'debt' AND -a.balance > coalesce(refunded.total, 0)
