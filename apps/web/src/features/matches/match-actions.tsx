import type { Match } from '@spareswipe/contract';
import { ActionButton } from '../../shared/ui/action-button';
import { confirm } from '../../shared/ui/confirm';
import { useCompleteMatch, useReleaseMatch } from './matches.mutations';
import { isDue } from './next-meal.queries';

interface Props {
  match: Match;
  /** The element that names the meal. */
  describedBy: string;
}

/** Stands out once the meal's time has come. */
export function CompleteButton({ match, describedBy, now }: Props & { now: Date }) {
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

/** Lets the fulfiller release a match, after a question that says what will happen. */
export function ReleaseButton({ match, describedBy }: Props) {
  const release = useReleaseMatch();

  async function ask() {
    const { name } = match.request.requester;
    const isSure = await confirm({
      title: "Can't make it?",
      question: (
        <>
          <bdi>{name}</bdi> gets an email, and the request is open for others again. You get no strike for this, but you
          cannot accept it again.
        </>
      ),
      yes: "I can't make it",
      no: 'Keep this match',
      isDanger: true,
    });
    return isSure && release.mutateAsync(match._id);
  }

  return (
    <ActionButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      aria-describedby={describedBy}
      onClick={ask}
    >
      I can't make it
    </ActionButton>
  );
}
