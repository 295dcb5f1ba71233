SELECT t.id, t.kind, t.match_id, t.credit_account_id, d.awarded_to
  FROM ledger.transfers t
  LEFT JOIN ledger.disputes d ON d.match_id = t.match_id
  LEFT JOIN matches m ON m.id = t.match_id
  LEFT JOIN ledger.accounts requester ON requester.student_id = m.requester_id AND requester.kind = 'available'
 WHERE (t.kind = 'award' OR t.kind = 'repay' AND t.match_id IS NOT NULL)
   AND t.credit_account_id IS DISTINCT FROM CASE
         WHEN d.awarded_to = 'nobody' THEN 1
         WHEN d.awarded_to = 'fulfiller' THEN d.debtor_account_id
         WHEN d.awarded_to = 'requester' THEN requester.id END
