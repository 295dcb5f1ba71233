import type { MatchStatus, RequestStatus, Side } from '../status.js';

/** Only active requests can be cancelled by their owner. */
export const canCancel = (status: RequestStatus) => status === 'active';
/** Only accepted matches can be marked complete. */
export const canComplete = (status: MatchStatus) => status === 'accepted';
/** Rating is allowed for accepted or completed matches, once per side. */
export const canRate = (status: MatchStatus) => status !== 'cancelled';

export const otherSide = (one: Side): Side => (one === 'requester' ? 'fulfiller' : 'requester');
