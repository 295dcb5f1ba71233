import { AUTO_COMPLETE_AFTER_HOURS, DEADLINE_SERVER_MAX_DAYS, NO_COUNTS_HOURS } from '@spareswipe/contract';
import { hasSaid } from '../requests/match-columns.js';

/**
 * SQL: whether the requester of a completed match `m` says that it happened. A "No" takes back what they said before, and
 * conceding the dispute takes back the "No".
 */
export const isConfirmed = `(
  m.status = 'completed' AND CASE
    WHEN EXISTS (SELECT FROM ratings no WHERE no.match_id = m.id AND no.side = 'requester' AND NOT no.followed_through)
    THEN EXISTS (SELECT FROM ledger.disputes d
                  WHERE d.match_id = m.id AND d.decided_by = 'side' AND d.awarded_to = 'fulfiller')
    ELSE ${hasSaid('requester')} END)`;

/** SQL: whether the fulfiller of a match `m` gave the meal back: their "No" opened a dispute, and a side decided it. */
export const isGivenBack = `
  EXISTS (SELECT FROM ledger.disputes d JOIN ratings no ON no.match_id = d.match_id AND no.side = 'fulfiller'
           WHERE d.match_id = m.id AND d.decided_by = 'side' AND d.awarded_to = 'requester'
             AND NOT no.followed_through AND no.created_at <= d.opened_at)`;

/** SQL: whether the dispute of a match `m` is decided, and a requester who gets the meal has it: a claim on the next one is not enough. */
const isSettled = `
  EXISTS (SELECT FROM ledger.disputes d
           WHERE d.match_id = m.id AND (d.awarded_to = 'fulfiller' OR d.awarded_to = 'requester' AND d.taken_id IS NOT NULL))`;

/**
 * SQL: whether a match `m` was completed lately without its requester: a "No" may still count. `created_at` allows for the
 * earliest accept and the latest completion.
 */
export const isCompletedAlone = `(
  m.status = 'completed' AND m.completed_by <> 'requester'
  AND m.created_at > now() - make_interval(days => ${DEADLINE_SERVER_MAX_DAYS},
                                           hours => ${AUTO_COMPLETE_AFTER_HOURS + NO_COUNTS_HOURS}))`;

/**
 * SQL: whether a match `m` with request `r` that was completed without its requester waits for their word: nobody confirmed it, its
 * dispute is not settled, and a "No" would still count, as `endOfNo` has it.
 */
export const isUnconfirmed = `(
  ${isCompletedAlone}
  AND greatest(CASE m.completed_by WHEN 'fulfiller' THEN m.completed_at END, r.deadline)
      > now() - make_interval(hours => ${NO_COUNTS_HOURS})
  AND NOT ${isConfirmed} AND NOT ${isSettled})`;
