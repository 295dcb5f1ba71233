import { asReplica, attack } from './attack.js';
import {
  account,
  cancelMatch,
  completeMatch,
  hold,
  insertMatch,
  insertRequest,
  matches,
  moveRequest,
  nothing,
  nothingElse,
  release,
  requests,
  students,
  transfer,
} from './campus.js';

const LIFECYCLE = 'meal_requests_lifecycle';
const MATCH_LIFECYCLE = 'matches_lifecycle';
const STATUS_WITHOUT_CREDIT = 'meal_requests_status_matches_credit';
const CREDIT_WITHOUT_STATUS = 'transfers_apply';
const setRequest = (change: string) => `UPDATE meal_requests SET ${change} WHERE id = '${requests.active}'`;
const setMatch = (change: string) => `UPDATE matches SET ${change} WHERE id = '${matches.matched}'`;
const captureMatched = `SELECT ledger.capture_credit('${requests.matched}', '${students.bob}')`;

const statusAndCredit = [
  attack('no request is posted without paying', 'meal_requests_match_credit', insertRequest(nothing, 'alice')),
  attack(
    'no request is posted without paying in a session that silences triggers',
    'meal_requests_match_credit',
    asReplica,
    insertRequest(nothing, 'alice'),
  ),
  attack('a cancelled request is refunded', STATUS_WITHOUT_CREDIT, moveRequest('active', 'cancelled')),
  attack('an expired request is refunded', STATUS_WITHOUT_CREDIT, moveRequest('active', 'expired')),
  attack('a matched request has a match', STATUS_WITHOUT_CREDIT, moveRequest('active', 'matched')),
  attack('a completed request pays its fulfiller', STATUS_WITHOUT_CREDIT, moveRequest('matched', 'completed')),
  attack(
    'a completed match pays its fulfiller',
    STATUS_WITHOUT_CREDIT,
    moveRequest('matched', 'completed'),
    completeMatch('matched'),
  ),
  attack('a request is open again only without its match', STATUS_WITHOUT_CREDIT, moveRequest('matched', 'active')),
  attack('an open request keeps its credit held', CREDIT_WITHOUT_STATUS, release('active')),
  attack('a matched request keeps its credit held', CREDIT_WITHOUT_STATUS, captureMatched),
  attack(
    'a fulfiller is not paid without the request being completed',
    MATCH_LIFECYCLE,
    completeMatch('matched'),
    captureMatched,
  ),
  attack(
    'a request is not completed with the match of one fulfiller and the pay of another',
    CREDIT_WITHOUT_STATUS,
    moveRequest('matched', 'active'),
    cancelMatch('matched'),
    moveRequest('matched', 'matched'),
    insertMatch(nothing, requests.matched, 'alice', 'carol'),
    moveRequest('matched', 'completed'),
    completeMatch('matched').replace(matches.matched, nothing),
    captureMatched,
  ),
  attack(
    'a cancelled request does not pay a fulfiller',
    CREDIT_WITHOUT_STATUS,
    moveRequest('matched', 'cancelled'),
    cancelMatch('matched'),
    transfer('capture', account('alice', 'held'), account('bob', 'available'), {
      request: requests.matched,
      match: matches.matched,
      hold: hold('matched'),
    }),
  ),
  ...[
    ['a cancelled request is refunded', STATUS_WITHOUT_CREDIT, moveRequest('active', 'cancelled')],
    ['an open request keeps its credit held', CREDIT_WITHOUT_STATUS, release('active')],
    ['a match is not made alone', MATCH_LIFECYCLE, insertMatch(nothing, requests.active, 'alice', 'carol')],
    ['a match is not cancelled alone', MATCH_LIFECYCLE, cancelMatch('matched')],
  ].map(([guarantee, refusedBy, sql]) =>
    attack(`${guarantee!} in a session that silences triggers`, refusedBy!, asReplica, sql!),
  ),
  attack(
    'a request is not completed with its match still open',
    CREDIT_WITHOUT_STATUS,
    moveRequest('matched', 'completed'),
    captureMatched,
  ),
  attack(
    'a match is not made behind the back of its request',
    MATCH_LIFECYCLE,
    insertMatch(nothing, requests.active, 'alice', 'carol'),
  ),
  attack('a match is not cancelled behind the back of its request', MATCH_LIFECYCLE, cancelMatch('matched')),
  attack('a match is not completed behind the back of its request', MATCH_LIFECYCLE, completeMatch('matched')),
  attack(
    'a cancelled request leaves no match open',
    STATUS_WITHOUT_CREDIT,
    moveRequest('matched', 'cancelled'),
    release('matched'),
  ),
  attack(
    'a request that was let go of expires with a refund only',
    STATUS_WITHOUT_CREDIT,
    moveRequest('matched', 'active'),
    cancelMatch('matched'),
    moveRequest('matched', 'expired'),
  ),
];

const moves = [
  ...(['completed', 'cancelled', 'expired', 'matched'] as const).map((status) =>
    attack(`a request does not start ${status}`, LIFECYCLE, insertRequest(nothing, 'alice', status)),
  ),
  attack('a request is not completed before it is matched', LIFECYCLE, moveRequest('active', 'completed')),
  attack('a cancelled request is not opened again', LIFECYCLE, moveRequest('cancelled', 'active')),
  attack('a cancelled request does not expire', LIFECYCLE, moveRequest('cancelled', 'expired')),
  attack('an expired request is not cancelled', LIFECYCLE, moveRequest('expired', 'cancelled')),
  attack('a completed request stays completed', LIFECYCLE, moveRequest('completed', 'cancelled')),
  attack(
    'a request stays as it ended in a session that silences triggers',
    LIFECYCLE,
    asReplica,
    moveRequest('expired', 'cancelled'),
  ),
  attack(
    'no unknown status',
    'ck_meal_requests_status',
    'ALTER TABLE meal_requests DISABLE TRIGGER USER',
    setRequest(`status = 'lost'`),
  ),
  attack('a request keeps its requester', LIFECYCLE, setRequest(`requester_id = '${students.carol}'`)),
  attack('a request keeps its id', LIFECYCLE, setRequest(`id = '${nothing}'`)),
  attack('a request keeps its creation time', LIFECYCLE, setRequest('created_at = now()')),
  attack('a request is not deleted', 'meal_requests_stay', `DELETE FROM meal_requests WHERE id = '${requests.active}'`),
  attack(
    'a request is not deleted in a session that silences triggers',
    'meal_requests_stay',
    asReplica,
    `DELETE FROM meal_requests WHERE id = '${requests.active}'`,
  ),
];

const requestContents = [
  attack('a request is about a known meal', 'ck_meal_requests_meal_period', setRequest(`meal_period = 'brunch'`)),
  attack('a request says what food', 'ck_meal_requests_meal_description', setRequest(`meal_description = ''`)),
  attack(
    'a request is brief about the food',
    'ck_meal_requests_meal_description',
    setRequest(`meal_description = repeat('x', 151)`),
  ),
  attack('a request says where', 'ck_meal_requests_location', setRequest(`location = ''`)),
  attack(
    'a request is brief about the details',
    'ck_meal_requests_description',
    setRequest(`description = repeat('x', 501)`),
  ),
  attack('a request has a known urgency', 'ck_meal_requests_urgency', setRequest(`urgency = 'extreme'`)),
  attack(
    'a request belongs to a student who exists',
    'fk_meal_requests_requester',
    insertRequest(nothingElse, 'alice').replace(students.alice, nothing),
  ),
];

const matchRules = [
  attack(
    'nobody fulfils their own request',
    'ck_matches_not_own_request',
    moveRequest('active', 'matched'),
    insertMatch(nothing, requests.active, 'alice', 'alice'),
  ),
  attack(
    'a request has one fulfiller',
    'uq_matches_live_request',
    insertMatch(nothing, requests.matched, 'alice', 'carol'),
  ),
  attack(
    'a completed request is not fulfilled again',
    MATCH_LIFECYCLE,
    insertMatch(nothing, requests.completed, 'alice', 'carol'),
  ),
  attack(
    'a match is with the requester of its request',
    MATCH_LIFECYCLE,
    insertMatch(nothing, requests.active, 'carol', 'bob'),
  ),
  attack(
    'a match does not start completed',
    MATCH_LIFECYCLE,
    `INSERT INTO matches (id, request_id, requester_id, fulfiller_id, status, completed_by, completed_at)
     VALUES ('${nothing}', '${requests.active}', '${students.alice}', '${students.bob}', 'completed', 'requester', now())`,
  ),
  attack(
    'a match does not start cancelled',
    MATCH_LIFECYCLE,
    `INSERT INTO matches (id, request_id, requester_id, fulfiller_id, status, cancelled_at, cancelled_because)
     VALUES ('${nothing}', '${requests.active}', '${students.alice}', '${students.bob}', 'cancelled', now(), 'released')`,
  ),
  attack('a match is of a request that exists', MATCH_LIFECYCLE, insertMatch(nothingElse, nothing, 'alice', 'bob')),
  attack(
    'a match is of a request that exists, even without its trigger',
    'fk_matches_request',
    'ALTER TABLE matches DISABLE TRIGGER matches_lifecycle',
    insertMatch(nothingElse, nothing, 'alice', 'bob'),
  ),
  attack(
    'a requester is a student who exists, even without the trigger',
    'fk_matches_requester',
    'ALTER TABLE matches DISABLE TRIGGER matches_lifecycle',
    insertMatch(nothingElse, requests.active, 'alice', 'bob').replace(students.alice, nothing),
  ),
  attack(
    'a fulfiller is a student who exists',
    'fk_matches_fulfiller',
    moveRequest('active', 'matched'),
    insertMatch(nothingElse, requests.active, 'alice', 'bob').replace(students.bob, nothing),
  ),
  attack('a completed match is final', MATCH_LIFECYCLE, cancelMatch('completed')),
  attack('a cancelled match is final', MATCH_LIFECYCLE, completeMatch('reopened')),
  attack(
    'a completed match keeps who completed it',
    MATCH_LIFECYCLE,
    `UPDATE matches SET completed_by = 'fulfiller' WHERE id = '${matches.completed}'`,
  ),
  attack(
    'a completed match is not opened again',
    MATCH_LIFECYCLE,
    `UPDATE matches SET status = 'accepted', completed_by = NULL, completed_at = NULL WHERE id = '${matches.completed}'`,
  ),
  attack(
    'a cancelled match is not opened again in a session that silences triggers',
    MATCH_LIFECYCLE,
    asReplica,
    `UPDATE matches SET status = 'accepted', cancelled_at = NULL, cancelled_because = NULL WHERE id = '${matches.reopened}'`,
  ),
  attack('a match keeps its fulfiller', MATCH_LIFECYCLE, setMatch(`fulfiller_id = '${students.carol}'`)),
  attack('a match keeps its requester', MATCH_LIFECYCLE, setMatch(`requester_id = '${students.carol}'`)),
  attack('a match keeps its request', MATCH_LIFECYCLE, setMatch(`request_id = '${requests.active}'`)),
  attack('a match keeps its id', MATCH_LIFECYCLE, setMatch(`id = '${nothing}'`)),
  attack('a match keeps its creation time', MATCH_LIFECYCLE, setMatch('created_at = now()')),
  attack('a match is not deleted', 'matches_stay', `DELETE FROM matches WHERE id = '${matches.matched}'`),
  attack(
    'a match is not deleted in a session that silences triggers',
    'matches_stay',
    asReplica,
    `DELETE FROM matches WHERE id = '${matches.matched}'`,
  ),
  attack(
    'a match has a known status',
    'ck_matches_status',
    moveRequest('matched', 'active'),
    setMatch(`status = 'lost'`),
  ),
  attack(
    'a completed match says by whom',
    'ck_matches_completed',
    moveRequest('matched', 'completed'),
    setMatch(`status = 'completed', completed_at = now()`),
  ),
  attack(
    'a completed match says when',
    'ck_matches_completed',
    moveRequest('matched', 'completed'),
    setMatch(`status = 'completed', completed_by = 'system'`),
  ),
  attack('an accepted match was not completed', 'ck_matches_completed', setMatch('completed_at = now()')),
  attack(
    'a match is completed by a side of it',
    'ck_matches_completed_by',
    moveRequest('matched', 'completed'),
    setMatch(`status = 'completed', completed_at = now(), completed_by = 'nobody'`),
  ),
  attack(
    'a cancelled match says when',
    'ck_matches_cancelled',
    moveRequest('matched', 'cancelled'),
    setMatch(`status = 'cancelled', cancelled_because = 'released'`),
  ),
  attack(
    'a cancelled match says why',
    'ck_matches_cancelled_with_reason',
    moveRequest('matched', 'cancelled'),
    setMatch(`status = 'cancelled', cancelled_at = now()`),
  ),
  attack(
    'only a cancelled match has a reason',
    'ck_matches_cancelled_with_reason',
    setMatch(`cancelled_because = 'released'`),
  ),
  attack(
    'a match is cancelled for one of three reasons',
    'ck_matches_cancelled_because',
    moveRequest('matched', 'cancelled'),
    setMatch(`status = 'cancelled', cancelled_at = now(), cancelled_because = 'mood'`),
  ),
  attack('an accepted match was not cancelled', 'ck_matches_cancelled', setMatch('cancelled_at = now()')),
];

export const lifecycleAttacks = [...statusAndCredit, ...moves, ...requestContents, ...matchRules];
