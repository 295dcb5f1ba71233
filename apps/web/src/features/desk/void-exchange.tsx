import type { ReactNode } from 'react';
import { unwrap } from '../../shared/api/client';
import { DeskForm, textOf } from './desk-form';
import { useDesk } from './desk-session';
import { Reason } from './reason';

/** Voids this match, or without `matchId` the one that the field `match` among the children names. */
export function VoidExchange({ matchId, children }: { matchId?: string; children?: ReactNode }) {
  const { client } = useDesk();
  return (
    <DeskForm
      button="Void exchange"
      color="red"
      send={(data) => {
        const id = matchId ?? textOf(data, 'match');
        return unwrap(client.desk.voidExchange({ params: { id }, body: { reason: textOf(data, 'reason') } }));
      }}
    >
      {children}
      <Reason description="Both students read it. The meal goes back to the requester." />
    </DeskForm>
  );
}
