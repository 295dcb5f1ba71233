import { Injectable } from '@nestjs/common';
import type { CreditEntry } from '@spareswipe/contract';
import { offsetOf, paginationOf, type Page } from '../../platform/common/pagination.js';
import { isoTime } from '../../platform/database/iso-time.js';
import { Reads } from '../../platform/database/reads.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';

/**
 * Every movement of a student's credits. `amount` is the change of available credits minus debt, `balance` that figure
 * afterwards. A movement between two of their own accounts that changes neither has amount 0.
 */
const HISTORY = `
  WITH own AS (SELECT id, kind, balance FROM ledger.accounts WHERE student_id = $1),
  spendable AS (SELECT id FROM own WHERE kind <> 'held'),
  -- each movement once, also between two of the student's accounts
  moved AS (
    SELECT id FROM ledger.transfers WHERE debit_account_id IN (SELECT id FROM own)
    UNION
    SELECT id FROM ledger.transfers WHERE credit_account_id IN (SELECT id FROM own)
  ),
  newest AS (SELECT id FROM moved ORDER BY id DESC LIMIT $2::int + $3::int),
  -- the balance is counted back from today's, so that nothing older is read
  movements AS (
    SELECT t.id, t.kind, t.request_id, t.created_at, change.amount,
           (SELECT sum(balance) FROM own WHERE kind <> 'held')
             + change.amount - sum(change.amount) OVER (ORDER BY t.id DESC) AS balance
      FROM newest JOIN ledger.transfers t USING (id),
           LATERAL (SELECT CASE WHEN t.credit_account_id IN (SELECT id FROM spendable) THEN t.amount ELSE 0 END
                         - CASE WHEN t.debit_account_id IN (SELECT id FROM spendable) THEN t.amount ELSE 0 END) change (amount)
  ),
  page AS (
    SELECT m.id::text AS sequence, m.kind, m.amount, m.balance, ${isoTime('m.created_at')} AS "createdAt",
           CASE WHEN r.id IS NOT NULL THEN json_build_object('_id', r.id, 'mealPeriod', r.meal_period,
             'mealDescription', r.meal_description, 'location', r.location) END AS request,
           (SELECT coalesce(d.awarded_to, 'undecided') FROM ledger.disputes d JOIN matches match ON match.id = d.match_id
             WHERE match.request_id = m.request_id) AS dispute
      FROM movements m LEFT JOIN meal_requests r ON r.id = m.request_id
     ORDER BY m.id DESC LIMIT $2 OFFSET $3
  )
  SELECT (SELECT count(*)::int FROM moved) AS total,
         (SELECT -balance FROM own WHERE kind = 'debt') AS owed,
         (SELECT count(*)::int FROM ledger.disputes
           WHERE debtor_account_id = (SELECT id FROM own WHERE kind = 'available')
             AND taken_id IS NULL AND awarded_to IS DISTINCT FROM 'fulfiller') AS claimed,
         (SELECT coalesce(json_agg(page), '[]') FROM page) AS entries`;

interface HistoryRow {
  total: number;
  owed: number;
  claimed: number;
  entries: CreditEntry[];
}

/** The movements of a student's credits, for them and for operators. */
@Injectable()
export class CreditHistoryService {
  constructor(private readonly reads: Reads) {}

  async of({ id, asOf }: Pick<SignedInStudent, 'id' | 'asOf'>, page: Page) {
    const [row] = await this.reads.rows<HistoryRow>(asOf, { text: HISTORY }, [id, page.limit, offsetOf(page)]);
    const { total, ...history } = row!;
    return { ...history, pagination: paginationOf(total, page) };
  }
}
