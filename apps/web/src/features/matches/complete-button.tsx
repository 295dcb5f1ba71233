import type { Match } from '@spareswipe/contract';
import { useId } from 'react';
import { isCode } from '../../shared/api/api-error';
import { ActionButton } from '../../shared/ui/action-button';
import { Refusal } from '../../shared/ui/refusal';
import { useCompleteMatch } from './matches.mutations';
import { isDue } from './next-meal.queries';

interface Props {
  match: Match;
  /** The element that names the meal. */
  describedBy: string;
  now: Date;
}

/** Stands out once the meal's time has come. Shows below it, until the next press, why a new fulfiller can't complete this one alone. */
export function CompleteButton({ match, describedBy, now }: Props) {
  const { mutateAsync, error } = useCompleteMatch();
  const refusalId = useId();
  const isPending = isCode(error, 'CONFIRMATION_PENDING');
  return (
    <>
      <ActionButton
        variant={isDue(match, now) ? 'filled' : 'light'}
        aria-describedby={isPending ? `${describedBy} ${refusalId}` : describedBy}
        onClick={() => mutateAsync(match._id)}
      >
        Mark Complete
      </ActionButton>
      {/* there before its words, so that they are announced */}
      <div role="status" style={{ display: 'contents' }}>
        {isPending && <Refusal id={refusalId}>{error.message}</Refusal>}
      </div>
    </>
  );
}
