import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';

/**
 * SQL: whether another account of the student's mailbox has a debt, or claims that its next credits pay. What an
 * account owes stays with the person, so nobody can leave it behind and go on with a second account.
 */
export const isOwedElsewhere = (student: string) => `EXISTS (
  SELECT FROM ledger.accounts a
   WHERE a.student_id = ANY (${accountsOf(student)}) AND a.student_id <> ${student}
     AND (a.kind = 'debt' AND a.balance < 0 OR a.kind = 'available' AND EXISTS (
       SELECT FROM ledger.disputes d
        WHERE d.debtor_account_id = a.id AND d.taken_id IS NULL AND d.awarded_to IS DISTINCT FROM 'fulfiller')))`;
