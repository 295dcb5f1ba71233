import { Alert, Button } from '@mantine/core';
import { canCancel, canRate, isUrgent, type MealRequest } from '@spareswipe/contract';
import { IconCalendarPlus, IconClock, IconMailCheck, IconMapPin, IconReceiptRefund } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { showDate } from '../../shared/dates';
import { paths } from '../../shared/paths';
import { DisputedBadge, StatusBadge, UrgentBadge } from '../../shared/ui/badges';
import { Disputed } from '../../shared/ui/disputed';
import { Fact } from '../../shared/ui/fact';
import { MealCardActions } from '../../shared/ui/meal-card';
import { TimeLeft } from '../../shared/ui/time-left';
import { CancelButton } from './cancel-button';
import { RequestCard } from './request-card';
import classes from './request-card.module.css';

export type RequestMatch = NonNullable<MealRequest['match']>;

interface Props {
  request: MealRequest;
  now: Date;
  /** The button that rates a match, or the note that it is rated. */
  rating: (match: RequestMatch) => ReactNode;
}

/** One of the student's own requests, in any status (spec §2 My Requests). */
export function OwnRequestCard({ request, now, rating }: Props) {
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
          <Fact Icon={IconMapPin} label="Where">
            {location}
          </Fact>
          <Fact Icon={IconClock} label={status === 'expired' ? 'Expired' : 'Deadline'}>
            {showDate(deadline, now)}
          </Fact>
          <Fact Icon={IconCalendarPlus} label="Created">
            {showDate(createdAt, now)}
          </Fact>
        </>
      }
      aside={isOpen && <TimeLeft deadline={deadline} now={now} />}
    >
      {status === 'expired' && (
        <Alert
          color="blue"
          role="note"
          title="Meal Refunded"
          icon={<IconReceiptRefund aria-hidden />}
          className={classes.notice}
        >
          Your meal was automatically refunded because nobody fulfilled this request by the deadline.
        </Alert>
      )}
      {status === 'cancelled' && (
        <Alert color="gray" role="note" icon={<IconReceiptRefund aria-hidden />} className={classes.notice}>
          Your meal came back to you.
        </Alert>
      )}
      {match && match.status !== 'cancelled' && (
        <Alert
          color={status === 'matched' ? 'green' : 'gray'}
          role="note"
          title={
            <>
              Matched with <bdi>{match.fulfiller.name}</bdi>
            </>
          }
          icon={<IconMailCheck aria-hidden />}
          className={classes.notice}
        >
          Contact information was sent to your email.
        </Alert>
      )}
      {match?.dispute && (
        <Disputed
          dispute={match.dispute}
          rating={match.rating}
          viewer="requester"
          other={match.fulfiller.name}
          now={now}
          className={classes.notice}
        />
      )}
      <MealCardActions>
        {match && canRate(match.status) && rating(match)}
        {status === 'matched' && (
          <Button component={Link} to={paths.messages} variant="default" aria-describedby={titleId}>
            Message
          </Button>
        )}
        {canCancel(status) && <CancelButton requestId={request._id} describedBy={titleId} />}
      </MealCardActions>
    </RequestCard>
  );
}
