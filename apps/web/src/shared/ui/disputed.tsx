import { Alert, Stack, Text } from '@mantine/core';
import type { Dispute, DisputeAward, GivenRatings, Side } from '@spareswipe/contract';
import { IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showDate } from '../dates';

interface Props {
  dispute: NonNullable<Dispute>;
  rating: GivenRatings;
  viewer: Side;
  /** The other student's name. */
  other: string;
  now: Date;
  className?: string;
}

/**
 * A fulfiller can only deny an exchange that the requester had confirmed, and has rated it themself, so sees the
 * requester's "Yes". In every other dispute the requester said "No".
 */
const deniedBy = ({ requesterRating }: GivenRatings): Side =>
  requesterRating?.followedThrough ? 'fulfiller' : 'requester';

/** What each of two students who disagree said, where the meal is, and what happens next (docs/fair-play.md). */
export function Disputed({ dispute, rating, viewer, other, now, className }: Props) {
  const name = <bdi>{other}</bdi>;
  const { awardedTo } = dispute;
  return (
    <Alert
      color={awardedTo ? 'gray' : 'yellow'}
      role="note"
      title={awardedTo ? <>Dispute decided: {whoGotIt(awardedTo, viewer, name)}</> : <>You and {name} disagree</>}
      icon={<IconScale aria-hidden />}
      className={className}
    >
      <Stack gap="xs">
        <Text>
          {deniedBy(rating) === viewer ? (
            <>You said that this did not happen. {name} said that it did.</>
          ) : (
            <>{name} said that this did not happen. You said that it did.</>
          )}
        </Text>
        {awardedTo ? (
          <Decided awardedTo={awardedTo} viewer={viewer} name={name} />
        ) : (
          <Undecided endsAt={showDate(dispute.endsAt, now)} viewer={viewer} />
        )}
      </Stack>
    </Alert>
  );
}

function whoGotIt(awardedTo: DisputeAward, viewer: Side, name: ReactNode) {
  if (awardedTo === 'nobody') return 'neither of you gets the meal';
  return awardedTo === viewer ? 'the meal is yours' : <>the meal went to {name}</>;
}

function Undecided({ endsAt, viewer }: { endsAt: string; viewer: Side }) {
  return (
    <>
      <Text>
        The meal is set aside until support decides, at most until {endsAt}. After that it goes to the one of you with
        fewer disputes, or to neither if you are equal.
      </Text>
      <Text>
        {viewer === 'fulfiller' && 'If you have already spent it, the next one you receive is set aside. '}
        Nobody gets a strike before it is decided.
      </Text>
    </>
  );
}

/** A meal that the fulfiller had already spent comes from the next one that they receive. */
function Decided({ awardedTo, viewer, name }: { awardedTo: DisputeAward; viewer: Side; name: ReactNode }) {
  return (
    <Text>
      A dispute is decided only once, so this is final.{' '}
      {awardedTo === 'requester' && viewer === 'requester' && (
        <>If {name} had already spent the meal, you get the next one that they receive.</>
      )}
      {awardedTo !== 'fulfiller' &&
        viewer === 'fulfiller' &&
        'If you had already spent the meal, the next one you receive pays for it.'}
    </Text>
  );
}
