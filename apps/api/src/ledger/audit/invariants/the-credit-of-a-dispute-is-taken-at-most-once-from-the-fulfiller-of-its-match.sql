SELECT t.id, t.match_id, t.kind
  FROM ledger.transfers t
  LEFT JOIN ledger.disputes d ON d.taken_id = t.id AND d.match_id = t.match_id
  LEFT JOIN matches m ON m.id = t.match_id
  LEFT JOIN ledger.accounts a ON a.id = t.debit_account_id AND a.id = d.debtor_account_id
 WHERE t.match_id IS NOT NULL AND t.kind IN ('dispute', 'repay') AND a.student_id IS DISTINCT FROM m.fulfiller_id
 UNION ALL
SELECT d.taken_id, d.match_id, t.kind
  FROM ledger.disputes d
  LEFT JOIN ledger.transfers t ON t.id = d.taken_id AND t.match_id = d.match_id
 WHERE d.taken_id IS NOT NULL AND coalesce(t.kind NOT IN ('dispute', 'repay'), true)
