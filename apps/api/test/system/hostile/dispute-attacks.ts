import { asReplica, attack, provided } from './attack.js';
import {
  account,
  capture,
  completeMatch,
  disputed,
  insertMatch,
  issuance,
  matches,
  moveRequest,
  nothing,
  openOrder,
  requests,
  students,
  transfer,
} from './campus.js';

type Match = keyof typeof matches;

const alices = account('alice', 'available');
const bobs = account('bob', 'available');
const carols = account('carol', 'available');
const APPLY = 'transfers_apply';
const LIFECYCLE = 'disputes_lifecycle';
const CREDIT = 'disputes_match_credit';

const insert = (match: Match, debtor: string, columns: Record<string, string> = {}) =>
  `INSERT INTO ledger.disputes (${['match_id', 'debtor_account_id', ...Object.keys(columns)].join(', ')})
   VALUES (${[`'${matches[match]}'`, debtor, ...Object.values(columns)].join(', ')})`;
const update = (match: Match, change: string) =>
  `UPDATE ledger.disputes SET ${change} WHERE match_id = '${matches[match]}'`;
const award = (match: Match, to: string) =>
  update(match, `awarded_to = '${to}', decided_at = now(), decided_by = 'time'`);
/** A dispute that took nothing from bob, although he has credits. */
const openUnpaid = insert('completed', bobs);

/** A transfer about a dispute, as an attacker writes it. */
const settle = (kind: string, from: string, to: string, match: Match, overrides = {}) =>
  transfer(kind, from, to, { request: requests[match], match: matches[match], ...overrides });

const openings = [
  attack('only a completed match is disputed', LIFECYCLE, insert('matched', bobs)),
  attack('a dispute is against the fulfiller of its match', LIFECYCLE, insert('completed', carols)),
  attack('a dispute opens against what the fulfiller has', LIFECYCLE, insert('completed', account('bob', 'held'))),
  attack(
    'a dispute does not open decided',
    LIFECYCLE,
    insert('completed', bobs, { awarded_to: `'fulfiller'`, decided_at: 'now()', decided_by: `'time'` }),
  ),
  attack(
    'a dispute does not open with its credit taken',
    LIFECYCLE,
    insert('completed', bobs, { taken_id: capture('completed') }),
  ),
  attack('a dispute takes the credit that the fulfiller has', CREDIT, openUnpaid),
  attack(
    'a dispute takes the credit that the fulfiller has, in a session that silences triggers',
    CREDIT,
    asReplica,
    openUnpaid,
  ),
  attack(
    'only a completed match is disputed in a session that silences triggers',
    LIFECYCLE,
    asReplica,
    insert('matched', bobs),
  ),
  attack('a match is disputed once', 'pk_disputes', `SELECT ledger.open_dispute('${matches.disputed}')`),
  ...Object.entries({
    match: `match_id = '${nothing}'`,
    debtor: 'debtor_account_id = 999',
    taken: 'taken_id = 999',
  }).map(([reference, change]) =>
    attack(
      `a dispute names a ${reference} that exists`,
      `fk_disputes_${reference}`,
      'ALTER TABLE ledger.disputes DISABLE TRIGGER USER',
      update('taken', change),
    ),
  ),
  attack(
    'a transfer takes the credit of one dispute',
    'uq_disputes_taken',
    'ALTER TABLE ledger.disputes DISABLE TRIGGER USER',
    update('taken', `taken_id = (SELECT taken_id FROM ledger.disputes WHERE match_id = '${matches.disputed}')`),
  ),
];

const decisions = [
  attack(
    'a dispute is decided once',
    'decide_dispute',
    `SELECT ledger.decide_dispute('${matches.awarded}', 'nobody', 'time', NULL)`,
  ),
  attack('a decision stays', LIFECYCLE, update('awarded', `awarded_to = 'fulfiller'`)),
  attack('a decision keeps its reason', LIFECYCLE, update('awarded', `reason = 'Another reason.'`)),
  attack(
    'a decision stays in a session that silences triggers',
    LIFECYCLE,
    asReplica,
    update('void', `awarded_to = 'requester'`),
  ),
  attack(
    'a dispute is not opened again',
    LIFECYCLE,
    update('awarded', 'awarded_to = NULL, decided_at = NULL, decided_by = NULL, reason = NULL'),
  ),
  attack('a decision brings the credit to the one it is awarded to', CREDIT, award('disputed', 'fulfiller')),
  attack('a credit is awarded to a side or to nobody', 'ck_disputes_awarded_to', award('taken', 'me')),
  attack(
    'operators and time decide',
    'ck_disputes_decided_by',
    update('taken', `awarded_to = 'nobody', decided_at = now(), decided_by = 'fate'`),
  ),
  attack(
    'a decision has its time',
    'ck_disputes_decided',
    update('taken', `awarded_to = 'nobody', decided_by = 'time'`),
  ),
  attack(
    'a decision has its decider',
    'ck_disputes_decided',
    update('taken', `awarded_to = 'nobody', decided_at = now()`),
  ),
  ...[`'Too short'`, 'NULL', `repeat('x', 501)`].map((reason) =>
    attack(
      `an operator gives a reason that both sides can read, not ${reason}`,
      'ck_disputes_reason',
      `SELECT ledger.decide_dispute('${matches.taken}', 'nobody', 'operator', ${reason})`,
    ),
  ),
];

const rows = [
  attack('a dispute keeps its match', LIFECYCLE, update('taken', `match_id = '${matches.completed}'`)),
  attack('a dispute keeps its debtor', LIFECYCLE, update('taken', `debtor_account_id = ${bobs}`)),
  attack('a claim is not paid on paper', LIFECYCLE, update('taken', `taken_id = ${capture('taken')}`)),
  attack('a credit that was taken stays taken', LIFECYCLE, update('disputed', 'taken_id = NULL')),
  ...['', asReplica].flatMap((session) => [
    attack(
      `a dispute is not removed${session && ', whatever triggers a session silences'}`,
      'disputes_stay',
      ...(session ? [session] : []),
      'DELETE FROM ledger.disputes',
    ),
    attack(
      `disputes are not emptied away${session && ', whatever triggers a session silences'}`,
      'disputes_stay_all',
      ...(session ? [session] : []),
      'TRUNCATE ledger.disputes',
    ),
  ]),
];

const takings = [
  attack('nothing is taken without a dispute', APPLY, settle('dispute', bobs, disputed, 'completed')),
  attack('a disputed credit comes from the fulfiller', APPLY, settle('dispute', carols, disputed, 'taken')),
  attack('a disputed credit goes nowhere else', APPLY, openUnpaid, settle('dispute', bobs, carols, 'completed')),
  attack(
    'a credit is not taken into a dispute that is decided',
    APPLY,
    openUnpaid,
    award('completed', 'requester'),
    settle('dispute', bobs, disputed, 'completed'),
  ),
  attack(
    'a disputed credit names the request of its match',
    APPLY,
    openUnpaid,
    settle('dispute', bobs, disputed, 'completed', { request: requests.matched }),
  ),
  attack(
    'a disputed credit is taken once',
    'uq_transfers_taking_of_match',
    settle('dispute', bobs, disputed, 'disputed'),
  ),
  attack('a claim is paid once', 'uq_transfers_taking_of_match', settle('repay', bobs, alices, 'disputed')),
  attack(
    'one credit is disputed',
    'ck_transfers_amount',
    settle('dispute', bobs, disputed, 'completed', { amount: 2 }),
  ),
  attack(
    'a disputed credit names its match',
    'ck_transfers_names_match',
    settle('dispute', bobs, disputed, 'completed', { match: undefined }),
  ),
  attack(
    'a disputed credit names its request',
    'ck_transfers_names_request',
    settle('dispute', bobs, disputed, 'completed', { request: undefined }),
  ),
  attack(
    'a claim names its request',
    'ck_transfers_names_request',
    settle('repay', bobs, alices, 'completed', { request: undefined }),
  ),
  attack(
    'a claim names no order',
    'ck_transfers_names_order',
    settle('repay', bobs, alices, 'completed', { order: openOrder }),
  ),
];

const awards = [
  attack('a credit is not awarded before the decision', APPLY, settle('award', disputed, alices, 'disputed')),
  attack('a credit is awarded once', 'uq_transfers_award_of_match', settle('award', disputed, alices, 'awarded')),
  ...Object.entries({ requester: bobs, fulfiller: alices, nobody: alices }).map(([side, account]) =>
    attack(
      `a credit that is awarded to ${side} goes to nobody else`,
      APPLY,
      award('disputed', side),
      settle('award', disputed, account, 'disputed'),
    ),
  ),
  attack(
    'an award comes from the dispute',
    APPLY,
    award('disputed', 'requester'),
    settle('award', issuance, alices, 'disputed'),
  ),
  attack(
    'an award needs the credit of the fulfiller',
    APPLY,
    settle('award', disputed, account('hank', 'available'), 'claimed'),
  ),
  attack(
    'what a claim paid is not paid again from other disputes',
    APPLY,
    settle('award', disputed, account('hank', 'available'), 'repaid'),
  ),
  attack(
    'an awarded credit is not captured again',
    APPLY,
    settle('capture', alices, bobs, 'awarded', {
      hold: `(SELECT id FROM ledger.transfers WHERE kind = 'award' AND match_id = '${matches.awarded}')`,
    }),
  ),
  attack('nobody is awarded what was not disputed', APPLY, settle('award', disputed, alices, 'completed')),
];

const claims = [
  attack('a claim is not paid before the decision', APPLY, openUnpaid, settle('repay', bobs, alices, 'completed')),
  attack('a claim is paid by the fulfiller', APPLY, settle('repay', carols, account('hank', 'available'), 'claimed')),
  attack(
    'a claim is paid to the one it is awarded to',
    APPLY,
    openUnpaid,
    award('completed', 'requester'),
    settle('repay', bobs, carols, 'completed'),
  ),
  attack(
    'a claim that was awarded to the fulfiller is void',
    APPLY,
    openUnpaid,
    award('completed', 'fulfiller'),
    settle('repay', bobs, alices, 'completed'),
  ),
];

/** A "No" to an accepted match whose fulfiller said that it happened. */
const disputeAccepted = (match: 'active' | 'matched', fulfiller: keyof typeof students) => [
  moveRequest(match, 'completed'),
  completeMatch(match),
  `SELECT ledger.open_dispute('${matches[match]}')`,
  `SELECT ledger.capture_credit('${requests[match]}', '${students[fulfiller]}')`,
];
const isTaken = (match: Match) =>
  `(SELECT taken_id IS NOT NULL FROM ledger.disputes WHERE match_id = '${matches[match]}')`;

const disputedCaptures = [
  attack(
    'a disputed meal is set aside before a debt of its fulfiller is paid with it',
    'set_aside_first',
    moveRequest('active', 'matched'),
    insertMatch(matches.active, requests.active, 'alice', 'frank'),
    ...disputeAccepted('active', 'frank'),
    provided(
      'set_aside_first',
      `${isTaken('active')} AND (SELECT balance < 0 FROM ledger.accounts WHERE id = ${account('frank', 'debt')})`,
    ),
  ),
  attack(
    'a dispute takes one credit, not two, when the fulfiller already had one',
    'set_aside_once',
    ...disputeAccepted('matched', 'bob'),
    provided('set_aside_once', isTaken('matched')),
  ),
];

const meals = (student: keyof typeof students, mailbox: string) =>
  `INSERT INTO ledger.starting_meals VALUES ('${students[student]}', '${mailbox}')`;

const startingMeals = [
  attack('starting meals need a mailbox', APPLY, transfer('grant', issuance, carols)),
  attack('a mailbox has starting meals once', 'uq_starting_meals_mailbox', meals('carol', 'alice')),
  attack('a student has one mailbox', 'pk_starting_meals', meals('alice', 'new')),
  attack(
    'starting meals are of a student who exists',
    'fk_starting_meals_student',
    `INSERT INTO ledger.starting_meals VALUES ('${nothing}', 'new')`,
  ),
  ...['', asReplica].flatMap((session) => [
    attack(
      `no mailbox is used up without starting meals${session && ', whatever triggers a session silences'}`,
      'starting_meals_match_grant',
      ...(session ? [session] : []),
      meals('carol', 'new'),
    ),
    attack(
      `a mailbox is not forgotten${session && ', whatever triggers a session silences'}`,
      'starting_meals_append_only',
      ...(session ? [session] : []),
      'DELETE FROM ledger.starting_meals',
    ),
    attack(
      `mailboxes are not emptied away${session && ', whatever triggers a session silences'}`,
      'starting_meals_append_only_all',
      ...(session ? [session] : []),
      'TRUNCATE ledger.starting_meals',
    ),
  ]),
  attack(
    'a mailbox stays as it was',
    'starting_meals_append_only',
    `UPDATE ledger.starting_meals SET mailbox = 'other'`,
  ),
];

export const disputeAttacks = [
  ...openings,
  ...decisions,
  ...rows,
  ...takings,
  ...awards,
  ...claims,
  ...disputedCaptures,
  ...startingMeals,
];
