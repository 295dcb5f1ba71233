import { adjustmentInvariants } from './adjustment-invariants.js';
import { disputeInvariants } from './dispute-invariants.js';

/**
 * The invariants of the ledger, each as a query for the rows that break it (docs/rules.md#ledger). The queries read only rows; they
 * do not rely on any trigger, constraint or stored balance.
 */
export const invariants = {
  'every balance is the sum of its transfers': `
    SELECT a.id, a.student_id, a.kind, a.balance, moved.total
      FROM ledger.accounts a
      LEFT JOIN (
        SELECT account, sum(amount) AS total FROM (
          SELECT credit_account_id AS account, amount FROM ledger.transfers
          UNION ALL SELECT debit_account_id, -amount FROM ledger.transfers) movement
         GROUP BY account) moved ON moved.account = a.id
     WHERE a.student_id IS NOT NULL AND a.balance IS DISTINCT FROM coalesce(moved.total, 0)`,

  'all accounts together are 0': `
    SELECT sum(total) AS total FROM (
      SELECT sum(balance) AS total FROM ledger.accounts WHERE student_id IS NOT NULL
      UNION ALL
      SELECT sum(t.amount) FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.credit_account_id AND a.student_id IS NULL
      UNION ALL
      SELECT -sum(t.amount) FROM ledger.transfers t JOIN ledger.accounts a ON a.id = t.debit_account_id AND a.student_id IS NULL
    ) side HAVING sum(total) <> 0`,

  'no available or held balance is below 0, and no debt above': `
    SELECT id, student_id, kind, balance FROM ledger.accounts
     WHERE CASE WHEN kind IN ('available', 'held') THEN balance < 0 WHEN kind = 'debt' THEN balance > 0 END`,

  'every student has the three accounts': `
    SELECT s.id, array_agg(a.kind) AS kinds FROM students s LEFT JOIN ledger.accounts a ON a.student_id = s.id
     GROUP BY s.id
    HAVING array_agg(a.kind ORDER BY a.kind) IS DISTINCT FROM ARRAY['available', 'debt', 'held']`,

  'nobody owes credits while they have some': `
    SELECT d.student_id, d.balance AS debt, a.balance AS available
      FROM ledger.accounts d JOIN ledger.accounts a ON a.student_id = d.student_id AND a.kind = 'available'
     WHERE d.kind = 'debt' AND d.balance < 0 AND a.balance > 0`,

  'every held balance is the sum of the open holds': `
    SELECT a.student_id, a.balance, coalesce(open.total, 0) AS open_holds
      FROM ledger.accounts a
      LEFT JOIN (
        SELECT hold.credit_account_id, sum(hold.amount) AS total FROM ledger.transfers hold
         WHERE hold.kind = 'hold' AND NOT EXISTS (SELECT FROM ledger.transfers done WHERE done.hold_id = hold.id)
         GROUP BY hold.credit_account_id) open ON open.credit_account_id = a.id
     WHERE a.kind = 'held' AND a.balance IS DISTINCT FROM coalesce(open.total, 0)`,

  'every request has one hold, by its requester': `
    SELECT r.id, r.requester_id, count(hold.id) AS holds
      FROM meal_requests r
      LEFT JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
      LEFT JOIN ledger.accounts a ON a.id = hold.debit_account_id
     GROUP BY r.id
    HAVING count(hold.id) <> 1 OR bool_or(a.student_id IS DISTINCT FROM r.requester_id)`,

  'every hold is resolved at most once': `
    SELECT hold_id, array_agg(kind) AS resolutions FROM ledger.transfers WHERE hold_id IS NOT NULL
     GROUP BY hold_id HAVING count(*) > 1`,

  'a request is active or matched as long as its hold is open, completed when captured, else released': `
    SELECT r.id, r.status, done.kind AS resolution
      FROM meal_requests r
      JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
      LEFT JOIN ledger.transfers done ON done.hold_id = hold.id
     WHERE CASE r.status
             WHEN 'active' THEN done.id IS NOT NULL
             WHEN 'matched' THEN done.id IS NOT NULL
             WHEN 'completed' THEN done.kind IS DISTINCT FROM 'capture'
             ELSE done.kind IS DISTINCT FROM 'release' END`,

  'a request has a live match exactly when it is matched or completed': `
    SELECT r.id, r.status, array_agg(m.status) AS live_matches
      FROM meal_requests r LEFT JOIN matches m ON m.request_id = r.id AND m.status <> 'cancelled'
     GROUP BY r.id
    HAVING array_agg(m.status) IS DISTINCT FROM CASE r.status
             WHEN 'matched' THEN ARRAY['accepted'] WHEN 'completed' THEN ARRAY['completed'] ELSE ARRAY[NULL] END`,

  'every capture went to the fulfiller of a completed match': `
    SELECT t.id, t.request_id, t.match_id, a.student_id AS paid, m.fulfiller_id, m.status
      FROM ledger.transfers t
      JOIN ledger.accounts a ON a.id = t.credit_account_id
      LEFT JOIN matches m ON m.id = t.match_id AND m.request_id = t.request_id
     WHERE t.kind = 'capture' AND (m.status IS DISTINCT FROM 'completed' OR m.fulfiller_id IS DISTINCT FROM a.student_id)`,

  'as many requests are completed as credits captured': `
    SELECT completed, captured FROM
      (SELECT count(*) AS completed FROM meal_requests WHERE status = 'completed') r,
      (SELECT coalesce(sum(amount), 0) AS captured FROM ledger.transfers WHERE kind = 'capture') t
     WHERE completed <> captured`,

  'every match has the requester of its request and another student as fulfiller': `
    SELECT m.id FROM matches m JOIN meal_requests r ON r.id = m.request_id
     WHERE m.requester_id <> r.requester_id OR m.fulfiller_id = m.requester_id`,

  'nobody was granted starting credits twice': `
    SELECT credit_account_id FROM ledger.transfers WHERE kind = 'grant' GROUP BY credit_account_id HAVING count(*) > 1`,

  'every paid order was credited once, to its student, and no other order at all': `
    SELECT o.id, o.state, count(t.id) AS purchases
      FROM orders o
      LEFT JOIN ledger.transfers t ON t.order_id = o.id AND t.kind = 'purchase'
      LEFT JOIN ledger.accounts a ON a.id = t.credit_account_id
     GROUP BY o.id
    HAVING count(t.id) <> (o.state = 'paid')::int
        OR bool_or(t.amount <> o.credits OR a.student_id <> o.student_id)`,

  'every purchase was paid for': `
    SELECT t.id, t.order_id FROM ledger.transfers t LEFT JOIN orders o ON o.id = t.order_id
     WHERE t.kind = 'purchase' AND o.state IS DISTINCT FROM 'paid'`,

  'every paid order gave its credits minus those taken back': `
    SELECT o.id, o.credits, o.credits_reversed, sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END) AS given
      FROM orders o JOIN ledger.transfers t ON t.order_id = o.id
     GROUP BY o.id
    HAVING sum(CASE t.debit_account_id WHEN 2 THEN t.amount ELSE -t.amount END) <> o.credits - o.credits_reversed`,

  'no more was taken back than was given': `
    SELECT origin.id, origin.amount, sum(t.amount) AS reversed
      FROM ledger.transfers t JOIN ledger.transfers origin ON origin.id = t.reverses_id
     GROUP BY origin.id HAVING sum(t.amount) > origin.amount`,

  'no hold is open 72 h after its deadline': `
    SELECT r.id, r.status, r.deadline
      FROM meal_requests r
      JOIN ledger.transfers hold ON hold.request_id = r.id AND hold.kind = 'hold'
     WHERE r.deadline < now() - interval '72 hours'
       AND NOT EXISTS (SELECT FROM ledger.transfers done WHERE done.hold_id = hold.id)`,
  ...adjustmentInvariants,
  ...disputeInvariants,
} satisfies Record<string, string>;

export interface Finding {
  invariant: string;
  /** One row that breaks it; there may be more. */
  row: Record<string, unknown>;
}

interface Database {
  query(statement: { name: string; text: string }): Promise<{ rows: Finding[] }>;
}

const AUDIT = {
  name: 'ledger-audit',
  text: Object.entries(invariants)
    .map(
      ([invariant, sql]) =>
        `SELECT '${invariant}' AS invariant, to_jsonb(offender) AS row FROM (${sql} LIMIT 20) offender`,
    )
    .join('\nUNION ALL\n'),
};

/** Checks every invariant in one statement, so on one snapshot. Returns at most 20 offending rows for each. */
export async function auditLedger(db: Database): Promise<Finding[]> {
  const { rows } = await db.query(AUDIT);
  return rows;
}
