import { Badge, Text } from '@mantine/core';
import { isUrgent, type MealRequest } from '@spareswipe/contract';
import { IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { useId } from 'react';
import { ReportProblemIcon } from '../../features/reports/report-problem';
import { AcceptButton } from '../../features/requests/accept-button';
import { RequestCard } from '../../features/requests/request-card';
import classes from '../../features/requests/request-card.module.css';
import { ShareButton } from '../../features/requests/share-button';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { UrgentBadge } from '../../shared/ui/badges';
import { Place } from '../../shared/ui/campus';
import { Fact } from '../../shared/ui/fact';
import { Person } from '../../shared/ui/person';
import { TimeLeft } from '../../shared/ui/time-left';

interface Props {
  request: MealRequest;
  now: Date;
  accept: (requestId: string) => Promise<unknown>;
  /** Why nobody may accept now. */
  barred?: string;
  /** Why the server refused it the last time. */
  refusal?: string;
}

/** A request that waits for somebody to fulfill it, on the browse screen. */
export function OpenRequestCard({ request, now, accept, barred, refusal }: Props) {
  const titleId = useId();
  const campusId = useId();
  const { deadline, isOwn, isReleased, requester } = request;
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
          <Fact Icon={IconMapPin} label="Where" isLabelHidden>
            <Place {...request} campusId={campusId} />
          </Fact>
          {!isOwn && (
            <Fact Icon={IconUser} label="For" isLabelHidden>
              <Person {...requester} name={firstName(requester.name)} />
            </Fact>
          )}
          <Fact Icon={IconClock} label="Deadline" isLabelHidden>
            {showDeadline(request, now)}
          </Fact>
        </>
      }
      time={<TimeLeft deadline={deadline} now={now} />}
      isActionSmall={isOwn}
      action={
        <div className={classes.act}>
          {!isOwn && !isReleased && (
            <AcceptButton
              accept={() => accept(request._id)}
              barred={barred}
              refusal={refusal}
              describedBy={`${titleId} ${campusId}`}
            />
          )}
          {isReleased && (
            <Text size="sm" c="dimmed" className={classes.note}>
              You let this one go. Somebody else can help.
            </Text>
          )}
          {!isOwn && (
            <ReportProblemIcon
              subject={{ about: 'request', id: request._id }}
              meal={request.mealDescription}
              describedBy={titleId}
            />
          )}
          <ShareButton requestId={request._id} describedBy={titleId} />
        </div>
      }
    />
  );
}
