import { AUTO_COMPLETE_AFTER_HOURS, DEADLINE_SERVER_MAX_DAYS, DISPUTE_WINDOW_HOURS } from '@spareswipe/contract';
import { hasSaid } from '../requests/match-columns.js';

/**
 * SQL: whether the fulfiller of a match `m` with request `r` marked it complete, and the requester can still deny it and has
 * not said that it happened. The oldest such match was accepted long before its deadline and completed long after it.
 */
export const isUnconfirmed = `(
  m.status = 'completed' AND m.completed_by = 'fulfiller'
  AND m.created_at > now() - make_interval(days => ${DEADLINE_SERVER_MAX_DAYS},
                                           hours => ${AUTO_COMPLETE_AFTER_HOURS + DISPUTE_WINDOW_HOURS})
  AND greatest(m.completed_at, r.deadline) > now() - make_interval(hours => ${DISPUTE_WINDOW_HOURS})
  AND NOT ${hasSaid('requester')})`;
