import type { Match } from '@spareswipe/contract';
import { ActionButton } from '../../shared/ui/action-button';
import { useCompleteMatch } from './matches.mutations';
import { isDue } from './next-meal.queries';

interface Props {
  match: Match;
  /** The element that names the meal. */
  describedBy: string;
  now: Date;
}

/** Stands out once the meal's time has come. */
export function CompleteButton({ match, describedBy, now }: Props) {
  const complete = useCompleteMatch();
  return (
    <ActionButton
      variant={isDue(match, now) ? 'filled' : 'light'}
      aria-describedby={describedBy}
      onClick={() => complete.mutateAsync(match._id)}
    >
      Mark Complete
    </ActionButton>
  );
}
