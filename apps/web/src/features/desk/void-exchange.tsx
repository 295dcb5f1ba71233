import type { ReactNode } from 'react';
import { unwrap } from '../../shared/api/client';
import { textOf } from './desk-form';
import { desk } from './desk-session';
import { ReasonForm } from './reason-form';

/** Voids this match, or without `matchId` the one that the field `match` among the children names. */
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
