import { asReplica, attack, provided } from './attack.js';
import {
  account,
  capture,
  cancelMatch,
  cardSales,
  completeMatch,
  hold,
  insertRequest,
  issuance,
  matches,
  moveRequest,
  nothing,
  openOrder,
  order,
  purchase,
  refund,
  release,
  restored,
  requests,
  students,
  transfer,
} from './campus.js';

const alices = account('alice', 'available');
const alicesHeld = account('alice', 'held');
const bobs = account('bob', 'available');
const carols = account('carol', 'available');
const APPLY = 'transfers_apply';

const captured = (request: keyof typeof matches, from: string, to: string, overrides = {}) =>
  transfer('capture', from, to, {
    request: requests[request],
    match: matches[request],
    hold: hold(request),
    ...overrides,
  });
const refunded = (from: string, to: string, amount: number, overrides = {}) =>
  transfer('reversal', from, to, { amount, order, reverses: purchase, ...overrides });
/** A request with its hold, for attacks that need one more. */
const holdFor = (student: 'alice' | 'bob' | 'carol', id: string) => [
  insertRequest(id, student),
  `SELECT ledger.hold_credit('${students[student]}', '${id}')`,
];

const appendOnly = [
  attack('a transfer keeps its amount', 'transfers_append_only', 'UPDATE ledger.transfers SET amount = amount + 1'),
  attack(
    'a transfer keeps its date, in a session that silences triggers too',
    'transfers_append_only',
    asReplica,
    'UPDATE ledger.transfers SET created_at = now()',
  ),
  attack('a transfer is not deleted', 'transfers_append_only', 'DELETE FROM ledger.transfers'),
  attack(
    'a transfer is not deleted in a session that silences triggers',
    'transfers_append_only',
    asReplica,
    'DELETE FROM ledger.transfers',
  ),
  attack('transfers are not emptied away', 'transfers_append_only_all', 'TRUNCATE ledger.transfers CASCADE'),
  attack(
    'transfers are not emptied away in a session that silences triggers',
    'transfers_append_only_all',
    asReplica,
    'TRUNCATE ledger.transfers CASCADE',
  ),
  attack('transfers do not go with what they name', 'transfers_append_only_all', 'TRUNCATE matches CASCADE'),
  attack(
    'a transfer is not rewritten in place of a second one',
    'transfers_append_only',
    `${transfer('purchase', cardSales, carols, { amount: 50, order })}
       ON CONFLICT (order_id) WHERE kind = 'purchase' DO UPDATE SET amount = 50`,
  ),
];

const wellFormed = [
  attack('no credit moves backwards', 'ck_transfers_amount', transfer('grant', issuance, carols, { amount: -1 })),
  attack('no transfer moves nothing', 'ck_transfers_amount', transfer('grant', issuance, carols, { amount: 0 })),
  attack(
    'a request costs one credit',
    'ck_transfers_amount',
    insertRequest(nothing, 'alice'),
    transfer('hold', alices, alicesHeld, { request: nothing, amount: 2 }),
  ),
  attack('no transfer of an unknown kind', 'ck_transfers_kind', transfer('gift', alices, bobs)),
  attack('no transfer to oneself', 'ck_transfers_two_accounts', transfer('grant', carols, carols)),
  attack('credits come from an account that exists', 'fk_transfers_debit_account', transfer('grant', '999', carols)),
  attack('credits go to an account that exists', 'fk_transfers_credit_account', transfer('grant', issuance, '999')),
  attack(
    'a transfer names a request that exists',
    'fk_transfers_request',
    transfer('hold', alices, alicesHeld, { request: nothing }),
  ),
  attack(
    'a capture names a match that exists',
    'fk_transfers_match',
    captured('matched', alicesHeld, bobs, { match: nothing }),
  ),
  attack(
    'a release names a hold that exists',
    'fk_transfers_hold',
    transfer('release', alicesHeld, alices, { request: requests.active, hold: '999999' }),
  ),
  attack(
    'a reversal names what it takes back',
    'fk_transfers_reversed',
    refunded(carols, cardSales, 1, { reverses: '999999' }),
  ),
  attack('a hold names its request', 'ck_transfers_names_request', transfer('hold', alices, alicesHeld)),
  attack(
    'a grant names no request',
    'ck_transfers_names_request',
    transfer('grant', issuance, carols, { request: requests.active }),
  ),
  attack(
    'a capture names its match',
    'ck_transfers_names_match',
    captured('matched', alicesHeld, bobs, { match: undefined }),
  ),
  attack(
    'a release names no match',
    'ck_transfers_names_match',
    transfer('release', alicesHeld, alices, {
      request: requests.matched,
      hold: hold('matched'),
      match: matches.matched,
    }),
  ),
  attack('a purchase names its order', 'ck_transfers_names_order', transfer('purchase', cardSales, carols)),
  attack(
    'a grant names no order',
    'ck_transfers_names_order',
    transfer('grant', issuance, carols, { order: openOrder }),
  ),
  attack(
    'a release names its hold',
    'ck_transfers_names_hold',
    transfer('release', alicesHeld, alices, { request: requests.active }),
  ),
  attack(
    'a purchase resolves no hold',
    'ck_transfers_names_hold',
    transfer('purchase', cardSales, carols, { order: openOrder, hold: hold('active') }),
  ),
  attack(
    'a reversal says what it reverses',
    'ck_transfers_names_reversed',
    refunded(carols, cardSales, 1, { reverses: undefined }),
  ),
  attack(
    'a purchase reverses nothing',
    'ck_transfers_names_reversed',
    transfer('purchase', cardSales, carols, { order: openOrder, reverses: purchase }),
  ),
];

const carolsMailbox = `INSERT INTO ledger.starting_meals VALUES ('${students.carol}', 'carol')`;

const grantsAndPurchases = [
  attack('starting credits come once', 'uq_transfers_grant_of_student', transfer('grant', issuance, alices)),
  attack(
    'a grant that is skipped as a duplicate moves nothing',
    'nothing_moved',
    `${transfer('grant', issuance, alices, { amount: 100 })} ON CONFLICT DO NOTHING`,
    provided('nothing_moved', `(SELECT balance < 100 FROM ledger.accounts WHERE id = ${alices})`),
  ),
  attack('starting credits come from issuance', APPLY, carolsMailbox, transfer('grant', alices, carols)),
  attack('starting credits are spendable', APPLY, carolsMailbox, transfer('grant', issuance, account('carol', 'held'))),
  attack(
    'a payment is credited once',
    'uq_transfers_purchase_of_order',
    `SELECT ledger.purchase_credits('${order}', '${students.carol}', 5)`,
  ),
  attack(
    'a payment of one student is not credited to another as well',
    'uq_transfers_purchase_of_order',
    `SELECT ledger.purchase_credits('${order}', '${students.bob}', 5)`,
  ),
  attack(
    'an order names one that exists',
    'fk_transfers_order',
    transfer('purchase', cardSales, carols, { order: nothing }),
  ),
  attack('bought credits come from card sales', APPLY, transfer('purchase', alices, carols, { order: openOrder })),
  attack(
    'bought credits are spendable',
    APPLY,
    transfer('purchase', cardSales, account('carol', 'held'), { order: openOrder }),
  ),
];

const holds = [
  attack(
    'a request is paid for once',
    'uq_transfers_hold_of_request',
    `SELECT ledger.hold_credit('${students.alice}', '${requests.active}')`,
  ),
  attack(
    'a request that was refunded is not charged again',
    'uq_transfers_hold_of_request',
    `SELECT ledger.hold_credit('${students.alice}', '${requests.cancelled}')`,
  ),
  attack(
    'nobody pays for the request of another',
    APPLY,
    insertRequest(nothing, 'alice'),
    `SELECT ledger.hold_credit('${students.carol}', '${nothing}')`,
  ),
  attack(
    'a held credit stays with its student',
    APPLY,
    insertRequest(nothing, 'alice'),
    transfer('hold', alices, account('bob', 'held'), { request: nothing }),
  ),
  attack(
    'a credit is held by the account for it',
    APPLY,
    insertRequest(nothing, 'alice'),
    transfer('hold', alices, account('alice', 'debt'), { request: nothing }),
  ),
  attack(
    'a credit that is held already is not held again',
    APPLY,
    insertRequest(nothing, 'alice'),
    transfer('hold', account('alice', 'debt'), alicesHeld, { request: nothing }),
  ),
];

/** Completed without paying yet. */
const completed = [moveRequest('matched', 'completed'), completeMatch('matched')];
const captures = [
  attack(
    'a credit is not captured by a stranger',
    APPLY,
    ...completed,
    `SELECT ledger.capture_credit('${requests.matched}', '${students.carol}')`,
  ),
  attack('a credit is not captured by its own requester', APPLY, ...completed, captured('matched', alicesHeld, alices)),
  attack(
    'a captured credit is spendable',
    APPLY,
    ...completed,
    captured('matched', alicesHeld, account('bob', 'held')),
  ),
  attack(
    'a credit is not captured for a request that nobody accepted',
    APPLY,
    ...completed,
    transfer('capture', alicesHeld, bobs, {
      request: requests.active,
      match: matches.matched,
      hold: hold('active'),
    }),
  ),
  attack(
    'a fulfiller who let go of a request does not capture its credit',
    APPLY,
    captured('reopened', alicesHeld, bobs),
  ),
  attack(
    'a capture takes the hold of its own request',
    APPLY,
    ...completed,
    captured('matched', alicesHeld, bobs, { hold: hold('active') }),
  ),
  attack(
    'a capture takes the credit from its own requester',
    APPLY,
    ...holdFor('bob', nothing),
    ...completed,
    captured('matched', account('bob', 'held'), bobs),
  ),
  attack(
    'a capture names the match of its own request',
    APPLY,
    ...completed,
    captured('matched', alicesHeld, bobs, { match: matches.completed }),
  ),
  attack(
    'a capture resolves a hold',
    APPLY,
    ...completed,
    captured('matched', alicesHeld, bobs, { hold: capture('completed') }),
  ),
  attack(
    'a credit is not captured by a stranger in a session that silences triggers',
    APPLY,
    asReplica,
    ...completed,
    `SELECT ledger.capture_credit('${requests.matched}', '${students.carol}')`,
  ),
  attack('a credit is captured once', 'uq_transfers_resolution_of_hold', captured('completed', alicesHeld, bobs)),
  attack(
    'a credit that was given back is not captured',
    'uq_transfers_resolution_of_hold',
    moveRequest('matched', 'cancelled'),
    cancelMatch('matched'),
    release('matched'),
    captured('matched', alicesHeld, bobs),
  ),
];

/** Cancelled without giving the credit back yet. */
const cancelled = moveRequest('active', 'cancelled');
const releases = [
  attack(
    'a credit is given back once',
    'uq_transfers_resolution_of_hold',
    `SELECT ledger.release_credit('${requests.cancelled}')`,
  ),
  attack('a captured credit is not given back', 'uq_transfers_resolution_of_hold', release('completed')),
  attack(
    'a credit is not given back to somebody else',
    APPLY,
    cancelled,
    transfer('release', alicesHeld, bobs, { request: requests.active, hold: hold('active') }),
  ),
  attack(
    'a credit is not given back from what another has held',
    APPLY,
    ...holdFor('bob', nothing),
    cancelled,
    transfer('release', account('bob', 'held'), alices, { request: requests.active, hold: hold('active') }),
  ),
  attack(
    'a release names the request of its hold',
    APPLY,
    cancelled,
    transfer('release', alicesHeld, alices, { request: requests.active, hold: hold('matched') }),
  ),
  attack(
    'a release resolves a hold and nothing else',
    APPLY,
    transfer('release', alices, alicesHeld, {
      request: requests.cancelled,
      hold: `(SELECT id FROM ledger.transfers WHERE kind = 'release' AND request_id = '${requests.cancelled}')`,
    }),
  ),
];

const repayments = [
  attack('nobody pays the debt of another', APPLY, transfer('repay', alices, account('frank', 'debt'))),
  attack('a debt is paid with available credits', APPLY, transfer('repay', alicesHeld, account('alice', 'debt'))),
  attack('a repayment goes to the debt', APPLY, transfer('repay', alices, alicesHeld)),
];

const reversals = [
  attack(
    'a captured credit is not taken back',
    APPLY,
    refunded(bobs, cardSales, 1, { reverses: capture('completed') }),
  ),
  attack('no more is taken back than was bought', APPLY, refunded(carols, cardSales, 4)),
  attack('no more is refunded than was bought', 'reverse_purchase', `SELECT ledger.reverse_purchase('${order}', 5)`),
  attack('no more is given back than was taken', 'restore_purchase', `SELECT ledger.restore_purchase('${order}', 2)`),
  attack(
    'no more of a refund is given back than was taken',
    APPLY,
    refunded(cardSales, carols, 2, { reverses: refund }),
  ),
  attack(
    'a refund is given back to the one it was taken from',
    APPLY,
    refunded(cardSales, bobs, 1, { reverses: refund }),
  ),
  attack(
    'a refund that is given back comes from card sales',
    APPLY,
    refunded(issuance, carols, 1, { reverses: refund }),
  ),
  attack(
    'a refund that is given back is spendable',
    APPLY,
    refunded(cardSales, account('carol', 'held'), 1, { reverses: refund }),
  ),
  attack('a purchase is not given twice by reversing it backwards', APPLY, refunded(cardSales, carols, 1)),
  attack('no more is taken again than was given back', APPLY, refunded(carols, cardSales, 2, { reverses: restored })),
  attack('a refund takes from the one who was paid', APPLY, refunded(alices, cardSales, 1)),
  attack(
    'a refund does not touch held credits',
    APPLY,
    ...holdFor('carol', nothing),
    refunded(account('carol', 'held'), cardSales, 1),
  ),
  attack(
    'a refund does not touch held credits of somebody who has no others',
    APPLY,
    ...[1, 2, 3, 4].flatMap((each) => holdFor('carol', nothing.replace(/9$/, String(each)))),
    refunded(account('carol', 'held'), cardSales, 1),
  ),
  attack('nobody is put into debt while they have credits', APPLY, refunded(account('carol', 'debt'), cardSales, 1)),
  attack('a refund goes back to card sales', APPLY, refunded(carols, issuance, 1)),
  attack('a refund does not go to another student', APPLY, refunded(carols, bobs, 1)),
  attack(
    'starting credits are not taken back',
    APPLY,
    refunded(bobs, cardSales, 1, {
      reverses: `(SELECT id FROM ledger.transfers WHERE kind = 'grant' AND credit_account_id = ${bobs})`,
    }),
  ),
  attack('a hold is not reversed', APPLY, refunded(alicesHeld, cardSales, 1, { reverses: hold('active') })),
  attack('a reversal tells of the order it takes back', APPLY, refunded(carols, cardSales, 1, { order: openOrder })),
  attack(
    'a reversal names its order',
    'ck_transfers_names_order',
    refunded(carols, cardSales, 1, { order: undefined }),
  ),
  attack(
    'a reversal names no match',
    'ck_transfers_names_match',
    refunded(carols, cardSales, 1, { match: matches.completed }),
  ),
];

export const transferAttacks = [
  ...appendOnly,
  ...wellFormed,
  ...grantsAndPurchases,
  ...holds,
  ...captures,
  ...releases,
  ...repayments,
  ...reversals,
];
