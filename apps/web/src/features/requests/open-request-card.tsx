import { Badge, Text } from '@mantine/core';
import { isUrgent, type MealRequest } from '@spareswipe/contract';
import { IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { UrgentBadge } from '../../shared/ui/badges';
import { Place } from '../../shared/ui/campus';
import { Fact } from '../../shared/ui/fact';
import { Person } from '../../shared/ui/person';
import { TimeLeft } from '../../shared/ui/time-left';
import { AcceptButton } from './accept-button';
import { RequestCard } from './request-card';
import classes from './request-card.module.css';
import { ShareButton } from './share-button';

interface Props {
  request: MealRequest;
  now: Date;
  accept: (requestId: string) => Promise<unknown>;
  /** Why nobody may accept now. */
  barred?: string;
  /** Why the server refused it the last time. */
  refusal?: string;
  /** A quiet button that reports a problem with another student's request. */
  reportProblem: (request: MealRequest, describedBy: string) => ReactNode;
}

/** A request that waits for somebody to fulfill it, on the browse screen. */
export function OpenRequestCard({ request, now, accept, barred, refusal, reportProblem }: Props) {
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
          {!isOwn && reportProblem(request, titleId)}
          <ShareButton requestId={request._id} describedBy={titleId} />
        </div>
      }
    />
  );
}
