/** Invariants of disputes, claims and starting meals for `pnpm ledger:audit`. Each query returns the rows that break one. */
export const disputeInvariants = {
  'nobody owes more than refunds of purchases took back': `
    SELECT a.student_id, a.balance AS debt, coalesce(refunded.total, 0) AS taken_back
      FROM ledger.accounts a
      LEFT JOIN (SELECT debit_account_id, sum(amount) AS total FROM ledger.transfers
                  WHERE kind = 'reversal' AND order_id IS NOT NULL GROUP BY debit_account_id) refunded
        ON refunded.debit_account_id = a.id
     WHERE a.kind = 'debt' AND -a.balance > coalesce(refunded.total, 0)`,

  'nobody has credits while there is a claim on them': `
    SELECT a.student_id, a.balance, d.match_id
      FROM ledger.disputes d JOIN ledger.accounts a ON a.id = d.debtor_account_id
     WHERE d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller' AND a.balance > 0`,

  'the credit of a dispute is taken at most once, from the fulfiller of its match': `
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
     WHERE d.taken_id IS NOT NULL AND coalesce(t.kind NOT IN ('dispute', 'repay', 'reversal'), true)`,

  'as many credits are disputed as undecided disputes have taken': `
    SELECT disputed, undecided FROM
      (SELECT coalesce(sum(CASE credit_account_id WHEN 3 THEN amount ELSE -amount END), 0) AS disputed
         FROM ledger.transfers WHERE 3 IN (debit_account_id, credit_account_id)) t,
      (SELECT count(*) AS undecided FROM ledger.disputes WHERE taken_id IS NOT NULL AND awarded_to IS NULL) d
     WHERE disputed <> undecided`,

  'a disputed credit is awarded once, when its dispute is decided': `
    SELECT d.match_id, d.awarded_to, count(award.id) AS awards
      FROM ledger.disputes d
      JOIN ledger.transfers taken ON taken.id = d.taken_id AND taken.kind = 'dispute'
      LEFT JOIN ledger.transfers award ON award.match_id = d.match_id AND award.kind = 'award'
     GROUP BY d.match_id
    HAVING count(award.id) <> (d.awarded_to IS NOT NULL)::int`,

  'every disputed credit went where its dispute was awarded': `
    SELECT t.id, t.kind, t.match_id, t.credit_account_id, d.awarded_to, d.advanced
      FROM ledger.transfers t
      LEFT JOIN ledger.disputes d ON d.match_id = t.match_id
      LEFT JOIN matches m ON m.id = t.match_id
      LEFT JOIN ledger.accounts requester ON requester.student_id = m.requester_id AND requester.kind = 'available'
     WHERE (t.kind = 'award' AND t.debit_account_id = 3 OR t.kind = 'repay' AND t.match_id IS NOT NULL)
       AND t.credit_account_id IS DISTINCT FROM CASE
             WHEN d.advanced OR d.awarded_to = 'nobody' THEN 1
             WHEN d.awarded_to = 'fulfiller' THEN d.debtor_account_id
             WHEN d.awarded_to = 'requester' THEN requester.id END`,

  'captured credits were taken back under the former rules only': `
    SELECT t.id, t.match_id FROM ledger.transfers t LEFT JOIN ledger.disputes d ON d.match_id = t.match_id
     WHERE t.kind = 'reversal' AND t.match_id IS NOT NULL AND d.decided_by IS DISTINCT FROM 'former rules'`,

  // advanced: what requesters got under the former rules before its claim was paid. Paying such a claim burns the credit.
  'spendable and disputed credits are those granted, bought, adjusted, owed and advanced, without the burned': `
    SELECT * FROM
      (SELECT coalesce(sum(balance) FILTER (WHERE kind IN ('available', 'held')), 0) AS spendable,
              coalesce(-sum(balance) FILTER (WHERE kind = 'debt'), 0) AS owed
         FROM ledger.accounts) students,
      (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0) AS granted,
              coalesce(sum(amount) FILTER (WHERE kind = 'purchase' OR kind = 'reversal' AND debit_account_id = 2), 0)
                - coalesce(sum(amount) FILTER (WHERE kind = 'reversal' AND credit_account_id = 2), 0) AS bought,
              coalesce(sum(amount) FILTER (WHERE kind IN ('award', 'repay') AND credit_account_id = 1), 0) AS burned,
              coalesce(sum(amount) FILTER (WHERE kind = 'award' AND debit_account_id = 1), 0) AS advanced,
              coalesce(sum(CASE debit_account_id WHEN 4 THEN amount ELSE -amount END) FILTER (WHERE kind = 'adjustment'), 0)
                AS adjusted,
              coalesce(sum(amount) FILTER (WHERE kind = 'dispute'), 0)
                - coalesce(sum(amount) FILTER (WHERE kind = 'award' AND debit_account_id = 3), 0) AS disputed
         FROM ledger.transfers) moved
     WHERE spendable + disputed <> granted + bought + adjusted + owed + advanced - burned`,

  'every student with starting meals has their mailbox and phone number on record, and nobody else': `
    SELECT granted.student_id AS granted, recorded.student_id AS recorded
      FROM (SELECT a.student_id FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.credit_account_id
             WHERE t.kind = 'grant') granted
      FULL JOIN ledger.starting_meals recorded USING (student_id)
     WHERE granted.student_id IS NULL OR recorded.student_id IS NULL`,
} satisfies Record<string, string>;
