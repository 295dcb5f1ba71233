import { MEETING_OPENS_MINUTES } from '@spareswipe/contract';

/** SQL: whether the two sides of a match with request `r` may meet by now. A match that is over has no meeting. */
export const isMeetingOpen = `r.deadline <= clock_timestamp() + interval '${MEETING_OPENS_MINUTES} min'`;

const sides = (what: 'here' | 'met') => `json_build_object(
  'mine', CASE $1::uuid WHEN m.requester_id THEN m.requester_${what}_at ELSE m.fulfiller_${what}_at END IS NOT NULL,
  'theirs', CASE $1::uuid WHEN m.requester_id THEN m.fulfiller_${what}_at ELSE m.requester_${what}_at END IS NOT NULL)`;

/** What both sides of an accepted match `m` said about meeting, for the viewer `$1`. */
export const meetingColumn = `
  CASE WHEN m.status = 'accepted' AND ${isMeetingOpen}
  THEN json_build_object('isHere', ${sides('here')}, 'isMet', ${sides('met')}) END AS meeting`;
