import { Alert, Stack, Text } from '@mantine/core';
import { FORMER_STUDENT, type Dispute, type DisputeAward, type RequestedMeal, type Side } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, type ReactNode } from 'react';
import { api, unwrap } from '../api/client';
import { showMatch } from '../api/outcome';
import { reload } from '../api/reload';
import { deadlineInSentence, showOnCard } from '../dates';
import { firstName } from '../first-name';
import { ActionButton } from './action-button';
import { FairPlayLink } from './fair-play-link';
import { endCelebration } from './finish';
import { News } from './news';

interface Props {
  matchId: string;
  dispute: Dispute;
  meal: RequestedMeal;
  viewer: Side;
  /** The other student's name. */
  other: string;
  now: Date;
  /** The element that names the meal. */
  describedBy: string;
}

/**
 * What each of two students who disagree said, where the meal is, and what happens next (docs/fair-play.md). When it
 * begins or ends on an open card, one sentence is read aloud.
 */
export function Disputed({ dispute, ...rest }: Props) {
  const name = <bdi>{firstName(rest.other)}</bdi>;
  const when = deadlineInSentence(rest.meal, rest.now);
  return (
    <>
      <News of={dispute ? (dispute.awardedTo ?? 'undecided') : undefined}>
        {dispute?.awardedTo ? (
          <>
            Decided about your meal {when}: {whoGotIt(dispute.awardedTo, rest.viewer, name)}.
          </>
        ) : (
          <>
            You and {name} disagree about your meal {when}.
          </>
        )}
      </News>
      {dispute && <Notice dispute={dispute} {...rest} />}
    </>
  );
}

interface NoticeProps extends Props {
  dispute: NonNullable<Dispute>;
}

function Notice({ matchId, dispute, meal, viewer, other, now, describedBy }: NoticeProps) {
  const name = <bdi>{other}</bdi>;
  const { awardedTo } = dispute;
  return (
    <Alert
      color={awardedTo ? 'gray' : 'yellow'}
      role="note"
      title={titleOf(dispute, viewer, name)}
      icon={<IconScale aria-hidden />}
      mt="sm"
    >
      <Stack gap="xs">
        <Text>{whoSaidWhat(dispute, viewer, name)}</Text>
        {dispute.isConceded && !isGivenBack(dispute) && (
          <Text>{awardedTo === viewer ? <>{name} then gave it to you.</> : <>You then gave it to {name}.</>}</Text>
        )}
        {awardedTo ? (
          <Decided dispute={dispute} viewer={viewer} other={other} />
        ) : (
          <Undecided
            matchId={matchId}
            endsAt={showOnCard(dispute.endsAt, meal, now)}
            viewer={viewer}
            other={other}
            describedBy={describedBy}
          />
        )}
      </Stack>
    </Alert>
  );
}

/** A "No" of a fulfiller who completed the match alone, or about a meal of which nobody says that it happened. */
export const isGivenBack = ({ deniedBy, confirmedBy }: NoticeProps['dispute']) =>
  deniedBy !== null && (confirmedBy === null || (deniedBy === 'fulfiller' && confirmedBy === deniedBy));

/** Support voids an exchange without a dispute; only a "No" is one. */
function titleOf(dispute: NoticeProps['dispute'], viewer: Side, name: ReactNode) {
  const { awardedTo, deniedBy } = dispute;
  if (!awardedTo) return <>You and {name} disagree</>;
  const outcome = whoGotIt(awardedTo, viewer, name);
  if (isGivenBack(dispute)) return <>Given back: {outcome}</>;
  return deniedBy ? <>Dispute decided: {outcome}</> : <>Voided by support: {outcome}</>;
}

function whoSaidWhat({ deniedBy, confirmedBy }: NoticeProps['dispute'], viewer: Side, name: ReactNode) {
  if (!deniedBy) return 'Support voided this exchange, and mailed you why.';
  const isMine = deniedBy === viewer;
  if (confirmedBy === deniedBy) return <>{isMine ? 'You' : name} said that this happened, and later that it did not.</>;
  const denied = <>{isMine ? 'You' : name} said that this did not happen.</>;
  if (confirmedBy === null) return denied;
  return (
    <>
      {denied} {isMine ? name : 'You'} said that it did.
    </>
  );
}

/** The outcome of a decided dispute, as the rest of a sentence. */
export function whoGotIt(awardedTo: DisputeAward, viewer: Side, name: ReactNode) {
  if (awardedTo === 'nobody') return 'neither of you gets the meal';
  return awardedTo === viewer ? 'the meal is yours' : <>the meal went to {name}</>;
}

interface UndecidedProps extends Pick<Props, 'matchId' | 'viewer' | 'other' | 'describedBy'> {
  endsAt: string;
}

function Undecided({ matchId, endsAt, viewer, other, describedBy }: UndecidedProps) {
  const finalId = useId();
  const queryClient = useQueryClient();
  const concede = useMutation({
    mutationFn: () => unwrap(api.ratings.concede({ params: { id: matchId } })),
    onSuccess: ({ match }) => showMatch(queryClient, match),
    onSettled: (_match, error) => reload(queryClient, error),
    meta: { success: 'Thank you. The dispute is over.', failure: 'Failed to end the dispute' },
  });
  useEffect(() => endCelebration(matchId), [matchId]);
  return (
    <>
      <Text>
        The meal is set aside. If nobody decides by {endsAt}, it goes to the one of you with fewer disputes, or to
        neither if you are equal.
      </Text>
      <Text>
        {viewer === 'fulfiller' && 'Spent it already? The next one you receive is set aside. '}
        Nobody gets a strike before it is decided. <span id={finalId}>Giving the meal away is final.</span>
      </Text>
      <ActionButton
        variant="default"
        aria-describedby={`${describedBy} ${finalId}`}
        onClick={() => concede.mutateAsync()}
      >
        <span>
          They're right, give it to <bdi>{firstName(other)}</bdi>
        </span>
      </ActionButton>
      <FairPlayLink />
    </>
  );
}

/** A meal that the fulfiller had already spent comes from the next one that they receive. */
function Decided({ dispute, viewer, other }: Pick<NoticeProps, 'dispute' | 'viewer' | 'other'>) {
  const { awardedTo, deniedBy } = dispute;
  return (
    <Text>
      {deniedBy && !isGivenBack(dispute) ? 'A dispute is decided only once, so this is final.' : 'This is final.'}{' '}
      {awardedTo === 'requester' &&
        viewer === 'requester' &&
        (other === FORMER_STUDENT ? (
          'If the student who left has spent the meal, it cannot come back.'
        ) : (
          <>
            If <bdi>{other}</bdi> has spent the meal, you get the next one that they receive.
          </>
        ))}
      {awardedTo !== 'fulfiller' &&
        viewer === 'fulfiller' &&
        'If you have spent the meal, the next one you receive pays for it.'}
    </Text>
  );
}
