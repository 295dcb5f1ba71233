import { AUTO_COMPLETE_AFTER_HOURS, UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';

/** SQL: the accept of a match `m` can no longer be undone, so that both sides may see how to reach each other. */
const isContactOpen = `(m.created_at <= clock_timestamp() - interval '${UNDO_ACCEPT_SECONDS} s')`;

/**
 * SQL: the fulfiller of a match `m` undid the accept in time: the requester got no mail and saw no contact.
 */
export const isUndone = `(m.status = 'cancelled' AND m.cancelled_because IN ('released', 'left')
  AND m.cancelled_at < m.created_at + interval '${UNDO_ACCEPT_SECONDS} s')`;

/**
 * E-mail and phone of the other side of a match `m` with its request `r`, for the viewer `$1`: while it is accepted, after
 * the accept can no longer be undone, until 48 h after the deadline (docs/rules.md#accepting). Never part of a list of requests.
 */
export const contactColumn = `
  CASE WHEN m.status = 'accepted' AND requester.deactivated_at IS NULL AND fulfiller.deactivated_at IS NULL
        AND ${isContactOpen}
        AND r.deadline > clock_timestamp() - interval '${AUTO_COMPLETE_AFTER_HOURS} h'
  THEN CASE $1::uuid
    WHEN m.requester_id THEN json_build_object('email', fulfiller.email, 'phoneNumber', fulfiller.phone_number)
    WHEN m.fulfiller_id THEN json_build_object('email', requester.email, 'phoneNumber', requester.phone_number)
  END END AS contact`;
