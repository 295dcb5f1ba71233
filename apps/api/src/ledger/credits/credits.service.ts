import { Injectable } from '@nestjs/common';
import { counted, HANDOVER_ALERT_CREDITS, tooManyOpenRequests, type DisputeAward } from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows } from '../../platform/database/query-rows.js';

export interface Balances {
  /** Credits the student can spend. */
  available: number;
  /** Credits in holds of their active and matched requests. */
  held: number;
  /** Credits they owe, as a positive number. */
  debt: number;
}

/** An operator gives a reason of 10 to 500 characters; the rule for undecided disputes gives none. */
export type DisputeDecision = { awardedTo: DisputeAward } & (
  { by: 'operator'; reason: string } | { by: 'time' | 'side'; reason?: undefined }
);

/**
 * Moves credits by the ledger's functions, each one round trip inside the caller's transaction. If a rule of the ledger
 * refuses the movement, the method throws and the transaction rolls back. The statements that post and cancel a request move its credit themselves.
 */
@Injectable()
export class CreditsService {
  /** Grants the starting credits. Returns false, and grants nothing, if the student or the mailbox had some before. */
  async grant(tx: EntityManager, studentId: string, amount: number, mailbox: Buffer): Promise<boolean> {
    if (amount === 0) return true;
    const [row] = await tx.query<{ granted: boolean }[]>('SELECT ledger.grant_credits($1, $2, $3) AS granted', [
      studentId,
      amount,
      mailbox,
    ]);
    return row!.granted;
  }

  /**
   * Throws why the ledger refused to hold a credit: TOO_MANY_OPEN_REQUESTS, or INSUFFICIENT_CREDITS with what the student's next
   * credits pay. Rethrows any other error.
   */
  async explainRefusedHold(tx: EntityManager, studentId: string, error: unknown): Promise<never> {
    const { constraint, detail } = error as { constraint?: string; detail?: string };
    if (constraint === 'open_requests_of_campus') {
      const openRequestsMax = Number(detail);
      throw new AppError('TOO_MANY_OPEN_REQUESTS', { openRequestsMax, message: tooManyOpenRequests(openRequestsMax) });
    }
    if (!isShortOfCredits(error)) throw error;
    const [dues] = await tx.query<{ owed: number; claimed: number }[]>(DUES, [studentId]);
    const { owed, claimed } = dues!;
    if (!owed && !claimed) throw new AppError('INSUFFICIENT_CREDITS');
    const reasons = [
      'Insufficient meals!',
      owed && `You owe ${counted(owed, 'meal')}, because a purchase was refunded after they were used.`,
      claimed &&
        `Your next ${claimed === 1 ? 'meal goes to a disputed exchange' : `${claimed} meals go to disputed exchanges`}.`,
      'Buy more or fulfill other requests to earn meals.',
    ];
    throw new AppError('INSUFFICIENT_CREDITS', {
      owed: owed || undefined,
      claimed: claimed || undefined,
      message: reasons.filter(Boolean).join(' '),
    });
  }

  /** Gives the held credit to the fulfiller of the request's match. */
  async capture(
    tx: EntityManager,
    { requestId, fulfiller }: { requestId: string; fulfiller: { id: string } },
  ): Promise<void> {
    await queryRows(tx, CAPTURE, [requestId, fulfiller.id]);
  }

  /** Locks all accounts of these students in id order, before a transaction moves credits of several of them. */
  async lockAccounts(tx: EntityManager, studentIds: string[]): Promise<void> {
    await tx.query('SELECT ledger.lock_accounts($1)', [studentIds]);
  }

  /** Gives the held credit back to the requester. Returns their available credits afterwards. */
  async release(tx: EntityManager, requestId: string): Promise<number> {
    const [row] = await queryRows<{ available: number }>(tx, RELEASE, [requestId]);
    return row!.available;
  }

  /** Gives the held credits of many requests back. The caller has locked the accounts. */
  async releaseMany(tx: EntityManager, requestIds: string[]): Promise<void> {
    await tx.query('SELECT ledger.release_credit(id) FROM unnest($1::uuid[]) id', [requestIds]);
  }

  /** Credits a paid order, once per order. */
  async purchase(tx: EntityManager, orderId: string, studentId: string, credits: number): Promise<void> {
    await tx.query('SELECT ledger.purchase_credits($1, $2, $3)', [orderId, studentId, credits]);
  }

  /**
   * Opens the dispute of a completed match. The credit is set aside; if the fulfiller has none, their next one will be.
   * Nobody goes into debt.
   */
  async openDispute(tx: EntityManager, matchId: string): Promise<void> {
    await tx.query('SELECT ledger.open_dispute($1)', [matchId]);
  }

  /**
   * Decides a dispute. Its credit goes to the side that it is awarded to; if the fulfiller still owes it, as soon as
   * they have paid. Throws the database's error for `decide_dispute` if the match has no undecided dispute.
   */
  async decideDispute(tx: EntityManager, matchId: string, { awardedTo, by, reason }: DisputeDecision): Promise<void> {
    await tx.query('SELECT ledger.decide_dispute($1, $2, $3, $4)', [matchId, awardedTo, by, reason]);
  }

  /** Takes credits of a refunded order back, as debt if they are spent; never more in total than were bought. */
  async reversePurchase(tx: EntityManager, orderId: string, credits: number): Promise<void> {
    await tx.query('SELECT ledger.reverse_purchase($1, $2)', [orderId, credits]);
  }

  /** The students to whom the buyer passed many credits on, if reversals of the order left a debt. */
  async passedOnTo(tx: EntityManager, orderId: string): Promise<string[]> {
    const rows = await tx.query<{ fulfiller: string }[]>(PASSED_ON, [orderId, HANDOVER_ALERT_CREDITS]);
    return rows.map(({ fulfiller }) => fulfiller);
  }

  /** Gives credits back that were taken back: the dispute of the order was won, or its refund failed. */
  async restorePurchase(tx: EntityManager, orderId: string, credits: number): Promise<void> {
    await tx.query('SELECT ledger.restore_purchase($1, $2)', [orderId, credits]);
  }

  /**
   * An operator gives credits, or takes some if `amount` is negative; `line` is the id of the operator's log line.
   * Returns what the student can spend afterwards. Throws INSUFFICIENT_CREDITS and ADJUSTED_TOO_MUCH.
   */
  async adjust(tx: EntityManager, line: string, studentId: string, amount: number): Promise<number> {
    const sql = 'SELECT ledger.adjust_credits($1, $2, $3) AS available';
    const [row] = await tx.query<[{ available: number }]>(sql, [line, studentId, amount]).catch((error: unknown) => {
      if (isShortOfCredits(error))
        throw new AppError('INSUFFICIENT_CREDITS', { message: 'The student has fewer meals than that' });
      if ((error as { constraint?: string }).constraint === 'adjustments_per_day')
        throw new AppError('ADJUSTED_TOO_MUCH');
      throw error;
    });
    return row.available;
  }

  async balances(tx: EntityManager, studentId: string): Promise<Balances> {
    const [row] = await tx.query<Balances[]>(
      `SELECT sum(balance) FILTER (WHERE kind = 'available')::int AS available,
              sum(balance) FILTER (WHERE kind = 'held')::int AS held,
              -sum(balance) FILTER (WHERE kind = 'debt')::int AS debt
         FROM ledger.accounts WHERE student_id = $1`,
      [studentId],
    );
    return row!;
  }
}

/**
 * Students who received more than `$2` credits from the buyer of an order `$1` since its purchase, for meals or for claims, if a
 * reversal of it left a debt. All accounts of a mailbox count as one person, on both sides.
 */
const PASSED_ON = `
  SELECT (array_agg(earned.student_id ORDER BY passed.id DESC))[1] AS fulfiller
    FROM ledger.transfers purchase
    JOIN ledger.accounts buyer ON buyer.id = purchase.credit_account_id
    JOIN ledger.accounts source ON source.student_id = ANY (${accountsOf('buyer.student_id')}) AND source.kind IN ('held', 'available')
    JOIN ledger.transfers passed ON passed.debit_account_id = source.id AND passed.kind IN ('capture', 'dispute', 'repay')
     AND passed.id > purchase.id
    LEFT JOIN ledger.transfers award ON passed.kind = 'dispute' AND award.kind = 'award' AND award.match_id = passed.match_id
    JOIN ledger.accounts earned ON earned.id = coalesce(award.credit_account_id, passed.credit_account_id)
     AND earned.kind = 'available' AND earned.student_id <> source.student_id
    JOIN students fulfiller ON fulfiller.id = earned.student_id
   WHERE purchase.order_id = $1 AND purchase.kind = 'purchase' AND EXISTS (
           SELECT FROM ledger.transfers reversal JOIN ledger.accounts debt ON debt.id = reversal.debit_account_id
            WHERE reversal.order_id = $1 AND reversal.kind = 'reversal' AND debt.kind = 'debt')
   GROUP BY fulfiller.mailbox HAVING count(*) > $2`;

/** The student's debts of refunded purchases and claims of disputes, which their next credits pay. */
const DUES = `
  SELECT -debt.balance AS owed, (
           SELECT count(*)::int FROM ledger.disputes d
            WHERE d.debtor_account_id = available.id AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller') AS claimed
    FROM ledger.accounts available JOIN ledger.accounts debt ON debt.student_id = available.student_id AND debt.kind = 'debt'
   WHERE available.student_id = $1 AND available.kind = 'available'`;

const CAPTURE = { name: 'capture', text: 'SELECT ledger.capture_credit($1, $2)' };

const RELEASE = { name: 'release', text: 'SELECT ledger.release_credit($1) AS available' };

const isShortOfCredits = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'ck_accounts_available_not_negative';
