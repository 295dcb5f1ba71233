import type { ExchangeState } from '@spareswipe/contract/desk';
import type { ReactNode } from 'react';
import { unwrap } from '../../shared/api/client';
import { textOf } from './desk-form';
import { desk } from './desk-session';
import { ReasonForm } from './reason-form';

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

/** Voids this match, or, without `matchId`, the one chosen in the child field `match`. */
export function VoidExchange({ matchId, children }: { matchId?: string; children?: ReactNode }) {
  return (
    <ReasonForm
      button="Void exchange"
      color="red"
      reason={{ description: 'Both students read it. The meal goes back to the requester.' }}
      send={(reason, data) => {
        const id = matchId ?? textOf(data, 'match');
        return unwrap(desk.voidExchange({ params: { id }, body: { reason } }));
      }}
    >
      {children}
    </ReasonForm>
  );
}
