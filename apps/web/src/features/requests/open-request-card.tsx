import { Badge } from '@mantine/core';
import { isUrgent, type MealRequest } from '@spareswipe/contract';
import { IconClock, IconMapPin, IconSchool, IconUser } from '@tabler/icons-react';
import { useId } from 'react';
import { showDate } from '../../shared/dates';
import { UrgentBadge } from '../../shared/ui/badges';
import { Fact } from '../../shared/ui/fact';
import { TimeLeft } from '../../shared/ui/time-left';
import { AcceptButton } from './accept-button';
import { RequestCard } from './request-card';

interface Props {
  request: MealRequest;
  now: Date;
  accept: (requestId: string) => Promise<unknown>;
}

/** A request that waits for somebody to fulfill it, on the browse screen. */
export function OpenRequestCard({ request, now, accept }: Props) {
  const titleId = useId();
  const { deadline, isOwn, location, requester } = request;
  return (
    <RequestCard
      request={request}
      titleId={titleId}
      badges={
        <>
          {isOwn && <Badge color="leaf">Your request</Badge>}
          {isUrgent(new Date(deadline), now) && <UrgentBadge />}
        </>
      }
      facts={
        <>
          <Fact Icon={IconMapPin} label="Where">
            {location}
          </Fact>
          <Fact Icon={IconClock} label="Deadline">
            {showDate(deadline, now)}
          </Fact>
          {!isOwn && (
            <Fact Icon={IconUser} label="For">
              {requester.name}
            </Fact>
          )}
          <Fact Icon={IconSchool} label="Campus">
            {requester.institution}
          </Fact>
        </>
      }
      aside={
        <>
          <TimeLeft deadline={deadline} now={now} />
          {!isOwn && <AcceptButton accept={() => accept(request._id)} describedBy={titleId} />}
        </>
      }
    />
  );
}
