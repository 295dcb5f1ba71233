import { Text } from '@mantine/core';
import { canComplete, canRate, SCORE_MAX, type Match, type GivenRatings, type Side } from '@spareswipe/contract';
import { IconCalendarCheck, IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { showDate } from '../../shared/dates';
import { DisputedBadge, MatchStatusBadge } from '../../shared/ui/badges';
import { Disputed } from '../../shared/ui/disputed';
import { Fact } from '../../shared/ui/fact';
import { MealCard, MealCardActions } from '../../shared/ui/meal-card';
import { TimeLeft } from '../../shared/ui/time-left';
import { CompleteButton, ReleaseButton } from './match-actions';
import classes from './match-card.module.css';
import { otherName, ratingBy } from './sides';
import { whyCancelled } from './why-cancelled';

interface Props {
  match: Match;
  now: Date;
  /** A button with this label that opens the rating dialog for this match. */
  rateButton: (match: Match, label: string, describedBy: string) => ReactNode;
  /** 'You rated this match'. */
  ratedNote: ReactNode;
}

/** One exchange from this student's side: what, where, until when, with whom, and what can be done now. */
export function MatchCard({ match, now, rateButton, ratedNote }: Props) {
  const { status, dispute, userRole, request, createdAt, rating } = match;
  const titleId = useId();
  const isMine = userRole === 'requester';
  const hasRated = ratingBy(match, 'mine') !== null;
  const isUnderWay = canComplete(status);

  return (
    <MealCard
      meal={request}
      titleId={titleId}
      overline={isMine ? 'You requested' : 'You fulfilled'}
      badges={
        <>
          <MatchStatusBadge status={status} />
          <DisputedBadge dispute={dispute} />
        </>
      }
      facts={
        <>
          <Fact Icon={IconUser} label="With" isLabelHidden>
            {isMine ? 'Matched with' : 'Helping'} <bdi>{otherName(match)}</bdi>
          </Fact>
          <Fact Icon={IconMapPin} label="Where">
            {request.location}
          </Fact>
          <Fact Icon={IconClock} label="Deadline">
            {showDate(request.deadline, now)}
          </Fact>
          <Fact Icon={IconCalendarCheck} label="Matched">
            {showDate(createdAt, now)}
          </Fact>
        </>
      }
      aside={isUnderWay && <TimeLeft deadline={request.deadline} now={now} />}
    >
      {isUnderWay && (
        <MealCardActions>
          <CompleteButton match={match} describedBy={titleId} />
          {!hasRated && rateButton(match, 'Rate & Report Issues', titleId)}
          {!isMine && <ReleaseButton match={match} describedBy={titleId} />}
        </MealCardActions>
      )}
      {dispute && (
        <Disputed
          dispute={dispute}
          rating={rating}
          viewer={userRole}
          other={otherName(match)}
          now={now}
          className={classes.notice}
        />
      )}
      {status === 'cancelled' && <Text className={classes.over}>{whyCancelled(match)}</Text>}
      {hasRated && (
        <div className={classes.rating}>
          {ratedNote}
          <TheirRating name={otherName(match)} rating={ratingBy(match, 'theirs')} />
        </div>
      )}
      {!hasRated && canRate(status) && (
        <div className={classes.rating}>
          <Text c="dimmed">How did it go?</Text>
          {rateButton(match, 'Rate Experience', titleId)}
        </div>
      )}
    </MealCard>
  );
}

/** What the other side said, which the server shows once this side has rated too. */
function TheirRating({ name, rating }: { name: string; rating: GivenRatings[`${Side}Rating`] }) {
  if (!rating) return null;
  return (
    <Text c="dimmed">
      <bdi>{name}</bdi>{' '}
      {rating.followedThrough
        ? `gave you ${rating.score} of ${SCORE_MAX} stars`
        : 'reported that you did not follow through'}
    </Text>
  );
}
