SELECT a.student_id, a.balance, d.match_id
  FROM ledger.disputes d JOIN ledger.accounts a ON a.id = d.debtor_account_id
 WHERE d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller' AND a.balance > 0
