import type { ExchangeState } from '@spareswipe/contract/desk';

const BECAUSE: Record<NonNullable<ExchangeState['cancelledBecause']>, string> = {
  released: 'released',
  no_show: 'no-show',
  left: 'the fulfiller left',
  withdrawn: 'called off by the requester',
  voided: 'voided',
};

/** How an exchange stands or ended, in words. */
export function outcomeOf({ status, isVoided, dispute, cancelledBecause }: ExchangeState): string {
  if (isVoided) return 'voided';
  if (dispute === 'open') return 'disputed';
  // decided, conceded or by itself
  if (dispute) return `dispute ended for ${dispute === 'nobody' ? 'nobody' : `the ${dispute}`}`;
  return cancelledBecause ? `${status}: ${BECAUSE[cancelledBecause]}` : status;
}

/** The server refuses to void what is cancelled, voided or decided. */
export const isVoidable = ({ status, isVoided, dispute }: ExchangeState) =>
  status !== 'cancelled' && !isVoided && (dispute === null || dispute === 'open');
