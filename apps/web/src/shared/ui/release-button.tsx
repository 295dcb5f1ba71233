import { Text } from '@mantine/core';
import { canRelease, otherSide, type Match, type RequestedMeal, type Side } from '@spareswipe/contract';
import { useReleaseMatch } from '../api/use-release-match';
import { firstName } from '../first-name';
import { ActionButton } from './action-button';
import { confirm } from './confirm';

interface Props {
  match: Pick<Match, '_id' | 'status' | 'said'>;
  side: Side;
  /** The other student's name. */
  other: string;
  meal: RequestedMeal;
  now: Date;
  /** The element that names the meal. */
  describedBy: string;
}

/** Lets a side release a match, while it can, after a question that says what will happen; or says why a requester can't now. */
export function ReleaseButton({ match, side, other, meal, now, describedBy }: Props) {
  const release = useReleaseMatch(side);
  const by = new Date(meal.deadline);
  if (!canRelease(match, side, by, now)) {
    const isTooLate = by > now && canRelease(match, otherSide(side), by, now);
    return (
      isTooLate && (
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          It is too late to call this off here. If you can't make it, please call or text <bdi>{firstName(other)}</bdi>.
        </Text>
      )
    );
  }

  async function ask() {
    const isSure = await confirm({
      title: "Can't make it?",
      meal,
      question: (
        <>
          <bdi>{other}</bdi> gets an email, and{' '}
          {side === 'requester'
            ? 'your meal comes back to you. Nobody gets a strike.'
            : by <= now
              ? 'their meal goes back to them, since its time is over. You get no strike for this.'
              : 'the request is open for others again. You get no strike for this, but you cannot accept it again.'}
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
