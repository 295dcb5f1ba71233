import { Alert, Anchor, Button, Text } from '@mantine/core';
import { canCancel, canRate, isUrgent, type MealRequest } from '@spareswipe/contract';
import { IconCalendarPlus, IconClock, IconMailCheck, IconMapPin, IconReceiptRefund } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { RateButton } from '../../features/ratings/rate-button';
import { RatedNote } from '../../features/ratings/rated-note';
import { RequestCard } from '../../features/requests/request-card';
import { useCancelRequest } from '../../features/requests/requests.mutations';
import { ShareButton } from '../../features/requests/share-button';
import { showDeadline, showOnCard } from '../../shared/dates';
import { pathOfMatch, paths } from '../../shared/paths';
import { ActionButton } from '../../shared/ui/action-button';
import { DisputedBadge, StatusBadge, UrgentBadge } from '../../shared/ui/badges';
import { confirm } from '../../shared/ui/confirm';
import { Disputed } from '../../shared/ui/disputed';
import { Fact } from '../../shared/ui/fact';
import { MealCardActions } from '../../shared/ui/meal-card';
import { Person } from '../../shared/ui/person';
import { ReleaseButton } from '../../shared/ui/release-button';
import { TimeLeft } from '../../shared/ui/time-left';

/** One of the student's own requests, in any status (spec §2 My Requests). */
export function OwnRequestCard({ request, now }: { request: MealRequest; now: Date }) {
  const titleId = useId();
  const { createdAt, deadline, location, match, status } = request;
  const isOpen = status === 'active' || status === 'matched';
  return (
    <RequestCard
      request={request}
      titleId={titleId}
      badges={
        <>
          {isOpen && isUrgent(new Date(deadline), now) && <UrgentBadge />}
          <StatusBadge status={status} />
          <DisputedBadge dispute={match?.dispute} />
        </>
      }
      facts={
        <>
          <Fact Icon={IconMapPin} label="Where" isLabelHidden>
            {location}
          </Fact>
          <Fact Icon={IconClock} label={status === 'expired' ? 'Expired' : 'Deadline'}>
            {showDeadline(request, now)}
          </Fact>
          <Fact Icon={IconCalendarPlus} label="Created">
            {showOnCard(createdAt, request, now)}
          </Fact>
        </>
      }
      time={isOpen && <TimeLeft deadline={deadline} now={now} />}
    >
      {status === 'expired' && (
        <Alert color="blue" role="note" title="Meal Refunded" icon={<IconReceiptRefund aria-hidden />} mt="sm">
          Your meal was automatically refunded because nobody fulfilled this request by the deadline.
        </Alert>
      )}
      {match && match.status !== 'cancelled' && (
        <Alert
          color={status === 'matched' ? 'green' : 'gray'}
          role="note"
          title={
            <>
              Matched with <Person {...match.fulfiller} />
            </>
          }
          icon={<IconMailCheck aria-hidden />}
          mt="sm"
        >
          <Text>Contact information was sent to your email.</Text>
          {status === 'matched' && (
            <Anchor component={Link} to={pathOfMatch(match._id)} aria-describedby={titleId}>
              See match
            </Anchor>
          )}
        </Alert>
      )}
      {match && (
        <Disputed
          matchId={match._id}
          dispute={match.dispute}
          meal={request}
          viewer="requester"
          other={match.fulfiller.name}
          now={now}
          describedBy={titleId}
        />
      )}
      <MealCardActions>
        {/* where its button was, so that cancelling makes no card taller */}
        {status === 'cancelled' && <Text size="sm">Your meal came back to you.</Text>}
        {match && canRate(match.status) && <Rating match={match} meal={request} describedBy={titleId} />}
        {status === 'matched' && (
          <Button component={Link} to={paths.messages} variant="default" aria-describedby={titleId}>
            Message
          </Button>
        )}
        {match && (
          <ReleaseButton
            match={match}
            side="requester"
            other={match.fulfiller.name}
            meal={request}
            now={now}
            describedBy={titleId}
          />
        )}
        {!isOpen && (
          <Button
            component={Link}
            // the address keeps what fills the form over a reload
            to={`${paths.createRequest}?again=${request._id}`}
            variant="default"
            aria-describedby={titleId}
          >
            Ask again
          </Button>
        )}
        {canCancel(status) && <CancelButton request={request} describedBy={titleId} />}
        {status === 'active' && <ShareButton requestId={request._id} describedBy={titleId} />}
      </MealCardActions>
    </RequestCard>
  );
}

interface RatingProps {
  match: NonNullable<MealRequest['match']>;
  meal: MealRequest;
  describedBy: string;
}

/** The button that rates a match, or the note that it is rated. */
const Rating = ({ match, meal, describedBy }: RatingProps) =>
  match.rating.requesterRating ? (
    <RatedNote />
  ) : (
    <RateButton
      aria-describedby={describedBy}
      exchange={{ ...match, matchId: match._id, side: 'requester', meal, other: match.fulfiller.name }}
    >
      Rate Experience
    </RateButton>
  );

/** Asks first; the meal returns to the student (spec §2 My Requests). */
function CancelButton({ request, describedBy }: { request: MealRequest; describedBy: string }) {
  const { mutateAsync } = useCancelRequest();

  async function ask() {
    const isSure = await confirm({
      title: 'Cancel this request',
      meal: request,
      question: 'Are you sure you want to cancel this request?',
      consequence: 'Your meal comes back to you at once.',
      yes: 'Yes, cancel request',
      no: 'Keep request',
      isDanger: true,
    });
    return isSure && mutateAsync(request._id);
  }

  return (
    <ActionButton variant="default" c="var(--mantine-color-error)" aria-describedby={describedBy} onClick={ask}>
      Cancel
    </ActionButton>
  );
}
