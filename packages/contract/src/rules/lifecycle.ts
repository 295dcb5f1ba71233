import type { MatchStatus, RequestStatus } from '../status.js';

/** Only active requests can be cancelled by their owner. */
export const canCancel = (status: RequestStatus) => status === 'active';
/** Mark Complete and "I can't make it" are for matches still accepted. */
export const canComplete = (status: MatchStatus) => status === 'accepted';
/** Rating is allowed for accepted or completed matches, once per side. */
export const canRate = (status: MatchStatus) => status !== 'cancelled';
