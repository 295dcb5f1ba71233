SELECT * FROM
  (SELECT coalesce(sum(balance) FILTER (WHERE kind IN ('available', 'held')), 0) AS spendable,
          coalesce(-sum(balance) FILTER (WHERE kind = 'debt'), 0) AS owed
     FROM ledger.accounts) students,
  (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0) AS granted,
          coalesce(sum(amount) FILTER (WHERE kind = 'purchase' OR kind = 'reversal' AND debit_account_id = 2), 0)
            - coalesce(sum(amount) FILTER (WHERE kind = 'reversal' AND credit_account_id = 2), 0) AS bought,
          coalesce(sum(amount) FILTER (WHERE kind IN ('award', 'repay') AND credit_account_id = 1), 0) AS burned,
          coalesce(sum(CASE debit_account_id WHEN 4 THEN amount ELSE -amount END) FILTER (WHERE kind = 'adjustment'), 0)
            AS adjusted,
          coalesce(sum(amount) FILTER (WHERE kind = 'dispute'), 0)
            - coalesce(sum(amount) FILTER (WHERE kind = 'award'), 0) AS disputed
     FROM ledger.transfers) moved
 WHERE spendable + disputed <> granted + bought + adjusted + owed - burned
