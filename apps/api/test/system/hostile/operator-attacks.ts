import { asReplica, attack } from './attack.js';
import { account, adjustments, lines, nothing, operators, students, transfer, uuid } from './campus.js';

const alices = account('alice', 'available');
const bobs = account('bob', 'available');
const alicesHeld = account('alice', 'held');
const APPLY = 'transfers_apply';

/** A line of the log as an attacker writes it. */
function logLine(
  changed: Partial<
    Record<'id' | 'operator' | 'campus' | 'action' | 'student' | 'match' | 'request' | 'reason', string>
  >,
) {
  const line = { id: uuid(8, 99), operator: operators.here, campus: 'state', action: 'suspend', ...changed };
  const { student = students.alice, reason = 'The reader was broken.', match, request } = line;
  return `INSERT INTO operator_log (id, operator_id, institution, action, student_id, match_id, request_id, reason)
    VALUES ('${line.id}', '${line.operator}', '${line.campus}', '${line.action}', '${student}',
            ${match ? `'${match}'` : 'NULL'}, ${request ? `'${request}'` : 'NULL'}, '${reason}')`;
}

/** A new operator as an attacker writes it. */
function invited(changed: Partial<Record<'id' | 'email' | 'campus' | 'invitation' | 'acceptedAt', string>>) {
  const { id = uuid(7, 9), email = 'new@dining.example', campus = 'state', invitation, acceptedAt } = changed;
  return `INSERT INTO operators (id, email, institution, sealed_secret, invitation_hash, accepted_at)
    VALUES ('${id}', '${email}', '${campus}', 'x', ${invitation ? `'${invitation}'` : 'NULL'}, ${acceptedAt ?? 'NULL'})`;
}

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
  attack('a contest says why', 'ck_strikes_contest', `UPDATE strikes SET contest = 'No.', contested_at = now()`),
  attack('and has its words and its time', 'ck_strikes_contested', 'UPDATE strikes SET contested_at = now()'),
  attack(
    'no strike is withdrawn while its contest is open',
    'ck_strikes_undecided',
    `UPDATE strikes SET contest = 'I was there at noon.', contested_at = now(), withdrawn_at = now()`,
  ),
  attack('each operator is there once', 'pk_operators', invited({ id: operators.here })),
  attack('one address is one operator', 'uq_operators_email', invited({ email: 'here@dining.example' })),
  attack('whatever its letters', 'ck_operators_email', invited({ email: 'Here@dining.example' })),
  attack('an operator is of a campus that is there', 'fk_operators_campus', invited({ campus: 'nowhere' })),
  attack(
    'an invitation is for one operator',
    'uq_operators_invitation',
    invited({ invitation: 'a link' }),
    invited({ id: uuid(7, 8), email: 'other@dining.example', invitation: 'a link' }),
  ),
  attack('nobody becomes an operator without a password', 'ck_operators_accepted', invited({ acceptedAt: 'now()' })),
  attack('the log names an operator', 'fk_operator_log_operator', logLine({ operator: nothing })),
  attack('and a campus that is there', 'fk_operator_log_campus', logLine({ campus: 'nowhere' })),
  attack('and a student who is there', 'fk_operator_log_student', logLine({ student: nothing })),
  attack('and a match that is there', 'fk_operator_log_match', logLine({ match: nothing })),
  attack('and a request that is there', 'fk_operator_log_request', logLine({ request: nothing })),
  attack('each line is there once', 'pk_operator_log', logLine({ id: lines.first })),
  attack('an action has a plain name', 'ck_operator_log_action', logLine({ action: 'No!' })),
  attack('nothing is done without a reason', 'ck_operator_log_reason', logLine({ reason: 'So.' })),
  attack(
    'the log is not emptied away in a session that silences triggers',
    'operator_log_append_only_all',
    asReplica,
    'TRUNCATE operator_log CASCADE',
  ),
  attack('the log is not emptied away', 'operator_log_append_only_all', 'TRUNCATE operator_log CASCADE'),
];
