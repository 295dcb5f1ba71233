import type { MatchStatus, RequestStatus } from '../status.js';

/** Where a request may go from each status (spec §4). The database enforces the same table. */
export const requestMoves: Record<RequestStatus, readonly RequestStatus[]> = {
  active: ['matched', 'cancelled', 'expired'],
  matched: ['completed', 'cancelled', 'active', 'expired'],
  completed: [],
  cancelled: [],
  expired: [],
};

export const matchMoves: Record<MatchStatus, readonly MatchStatus[]> = {
  accepted: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Only active requests can be cancelled by their owner. */
export const canCancel = (status: RequestStatus) => status === 'active';
/** Mark Complete and "I can't make it" are for matches still accepted. */
export const canComplete = (status: MatchStatus) => status === 'accepted';
/** Rating is allowed for accepted or completed matches, once per side. */
export const canRate = (status: MatchStatus) => status !== 'cancelled';
