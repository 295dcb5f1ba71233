import { attack } from './attack.js';
import { account, adjustments, lines, nothing, transfer } from './campus.js';

const alices = account('alice', 'available');
const bobs = account('bob', 'available');
const alicesHeld = account('alice', 'held');
const APPLY = 'transfers_apply';
const asReplica = 'SET LOCAL session_replication_role = replica';

/** Attacks on credits and the log that operators, and the database role of the API, may try. */
export const operatorAttacks = [
  attack(
    'no credit is given without a line in the log',
    'ck_transfers_names_log',
    transfer('adjustment', adjustments, alices),
  ),
  attack(
    'only adjustments name a line of the log',
    'ck_transfers_names_log',
    transfer('purchase', '2', alices, { log: lines.spare }),
  ),
  attack(
    'no credit is given for a line that does not exist',
    'fk_transfers_log',
    transfer('adjustment', adjustments, alices, { log: nothing }),
  ),
  attack(
    'a line of the log gives credits once',
    'uq_transfers_adjustment_of_log',
    transfer('adjustment', adjustments, alices, { log: lines.first }),
  ),
  attack(
    'at most 10 credits at once',
    'ck_transfers_adjustment',
    transfer('adjustment', adjustments, alices, { log: lines.spare, amount: 11 }),
  ),
  attack(
    'at most 50 credits by one operator in 24 hours',
    'adjustments_per_day',
    transfer('adjustment', adjustments, alices, { log: lines.fifty }),
  ),
  attack(
    'credits go to the student of the line',
    APPLY,
    transfer('adjustment', adjustments, bobs, { log: lines.spare }),
  ),
  attack(
    'a line about something else gives no credits',
    APPLY,
    transfer('adjustment', adjustments, alices, { log: lines.suspension }),
  ),
  attack(
    'an operator of another campus gives no credits',
    APPLY,
    transfer('adjustment', adjustments, alices, { log: lines.foreign }),
  ),
  attack(
    'an adjustment does not touch holds',
    APPLY,
    transfer('adjustment', adjustments, alicesHeld, { log: lines.spare }),
  ),
  attack(
    'an adjustment moves no credits between students',
    APPLY,
    transfer('adjustment', bobs, alices, { log: lines.spare }),
  ),
  attack(
    'nobody is brought into the red',
    'ck_accounts_available_not_negative',
    transfer('adjustment', bobs, adjustments, { log: lines.bobs, amount: 10 }),
  ),
  attack(
    'a line of the log stays as it is',
    'operator_log_append_only',
    `UPDATE operator_log SET reason = 'Something else.'`,
  ),
  attack('a line of the log is not deleted', 'operator_log_append_only', 'DELETE FROM operator_log'),
  attack(
    'a line of the log is not deleted in a session that silences triggers',
    'operator_log_append_only',
    asReplica,
    'DELETE FROM operator_log',
  ),
  attack('the log is not emptied away', 'operator_log_append_only_all', 'TRUNCATE operator_log CASCADE'),
];
