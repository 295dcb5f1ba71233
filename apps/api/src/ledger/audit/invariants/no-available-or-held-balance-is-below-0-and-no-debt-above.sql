SELECT id, student_id, kind, balance FROM ledger.accounts
 WHERE CASE WHEN kind IN ('available', 'held') THEN balance < 0 WHEN kind = 'debt' THEN balance > 0 END
