/** Invariants of what operators give and take, for `pnpm ledger:audit`. Each query returns the rows that break one. */
export const adjustmentInvariants = {
  'every adjustment is of at most 10 credits, and as the log of operators says': `
    SELECT t.id, t.amount, t.log_id, l.action, l.student_id AS logged, a.student_id AS adjusted
      FROM ledger.transfers t
      JOIN ledger.accounts a ON a.id IN (t.debit_account_id, t.credit_account_id) AND a.kind = 'available'
      LEFT JOIN operator_log l ON l.id = t.log_id
     WHERE t.kind = 'adjustment' AND (
       t.amount > 10 OR 4 NOT IN (t.debit_account_id, t.credit_account_id) OR l.action IS DISTINCT FROM 'adjust'
       OR l.student_id IS DISTINCT FROM a.student_id
       OR (l.after ->> 'amount')::int IS DISTINCT FROM CASE t.debit_account_id WHEN 4 THEN t.amount ELSE -t.amount END)`,

  'no operator adjusts more than 50 credits in 24 hours': `
    SELECT l.operator_id, t.id, sum(before.amount) AS amount
      FROM ledger.transfers t
      JOIN operator_log l ON l.id = t.log_id
      JOIN operator_log other ON other.operator_id = l.operator_id
      JOIN ledger.transfers before ON before.log_id = other.id
       AND before.created_at > t.created_at - interval '24 hours' AND before.created_at <= t.created_at
     GROUP BY l.operator_id, t.id HAVING sum(before.amount) > 50`,
} satisfies Record<string, string>;
