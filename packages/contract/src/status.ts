import { z } from 'zod';
import { requestStatuses } from './enums.js';
import { timestamp } from './wire.js';

const NO_SUCH = { error: 'There is no such status' };

export const requestStatus = z.enum(requestStatuses, NO_SUCH);
export type RequestStatus = z.infer<typeof requestStatus>;

export const matchStatus = z.enum(['accepted', 'completed', 'cancelled'], NO_SUCH);
export type MatchStatus = z.infer<typeof matchStatus>;

/** `left`: the fulfiller closed their account. `withdrawn`: the requester did, or released it. `voided`: by an operator. */
export const cancelledBecause = z.enum(['released', 'withdrawn', 'no_show', 'left', 'voided']);

export const side = z.enum(['requester', 'fulfiller']);
export type Side = z.infer<typeof side>;

/** Something that each side said or did not say. */
export const said = z.object({ requester: z.boolean(), fulfiller: z.boolean() });

/** Who gets the credit of a dispute. With 'nobody' it returns to where starting meals come from. */
export const disputeAward = z.enum(['requester', 'fulfiller', 'nobody']);
export type DisputeAward = z.infer<typeof disputeAward>;

/**
 * One side says that the exchange happened, the other that it did not: the meal waits until somebody decides
 * (docs/fair-play.md). Null as long as nobody disagrees.
 */
export const dispute = z
  .object({
    openedAt: timestamp,
    /** When the rule for undecided disputes decides, unless an operator is faster. */
    endsAt: timestamp,
    decidedAt: timestamp.nullable(),
    /** Null while it is undecided. */
    awardedTo: disputeAward.nullable(),
    /** The side that did not get it gave way. */
    isConceded: z.literal(true).optional(),
    /** Who said that it did not happen. Null where nobody did: an operator voided the exchange. */
    deniedBy: side.nullable(),
    /** Who said that it happened: a requester may take back their own "It's them". Null where nobody did. */
    confirmedBy: side.nullable(),
  })
  .nullable();
export type Dispute = z.infer<typeof dispute>;
