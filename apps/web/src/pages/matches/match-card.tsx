import { Text } from '@mantine/core';
import { canComplete, canRate, SCORE_MAX, type Match } from '@spareswipe/contract';
import { IconCalendarCheck, IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { CompleteButton } from '../../features/matches/complete-button';
import { MatchContact } from '../../features/matches/contact';
import { otherName, otherOf, ratingBy } from '../../features/matches/sides';
import { whyCancelled } from '../../features/matches/why-cancelled';
import { RateButton } from '../../features/ratings/rate-button';
import { RatedNote } from '../../features/ratings/rated-note';
import { TheirComment } from '../../features/ratings/their-comment';
import { ReportProblem } from '../../features/reports/report-problem';
import { showDeadline, showOnCard } from '../../shared/dates';
import { DisputedBadge, MatchStatusBadge, wasTakenBack } from '../../shared/ui/badges';
import { Place } from '../../shared/ui/campus';
import { Disputed } from '../../shared/ui/disputed';
import { Fact } from '../../shared/ui/fact';
import { MealCard, MealCardActions } from '../../shared/ui/meal-card';
import { Person } from '../../shared/ui/person';
import { ReleaseButton } from '../../shared/ui/release-button';
import { TimeLeft } from '../../shared/ui/time-left';
import { exchangeOf } from './exchange-of';
import classes from './match-card.module.css';
import { Meeting } from './meeting';

/** One exchange from this student's side: what, where, until when, with whom, and what can be done now. */
export function MatchCard({ match, now }: { match: Match; now: Date }) {
  const { status, dispute, userRole, request, createdAt } = match;
  const titleId = useId();
  const isMine = userRole === 'requester';
  const hasRated = ratingBy(match, 'mine') !== null;
  const theirs = ratingBy(match, 'theirs');
  const isUnderWay = canComplete(status);
  const [hasMet, setMet] = useState(false);
  // the stars, and the note that they are given, are with the meeting then
  const isRatedThere = hasMet || match.meeting?.isMet.mine;
  const rateButton = (label: string) => (
    <RateButton exchange={exchangeOf(match)} aria-describedby={titleId}>
      {label}
    </RateButton>
  );
  const ownRating = hasRated
    ? !isRatedThere && <RatedNote />
    : canRate(status) &&
      !isUnderWay && (
        <>
          {!isRatedThere && !wasTakenBack(dispute) && <Text c="dimmed">How did it go?</Text>}
          {rateButton('Rate Experience')}
        </>
      );
  // the server sends it once this side has rated too, or after 7 days
  const theirRating = theirs && (hasRated || canRate(status)) && (
    <>
      <Text c="dimmed">
        <bdi>{otherName(match)}</bdi>{' '}
        {theirs.followedThrough
          ? `gave you ${theirs.score} of ${SCORE_MAX} stars`
          : 'reported that you did not follow through'}
      </Text>
      {theirs.comment && <TheirComment matchId={match._id} comment={theirs.comment} describedBy={titleId} />}
    </>
  );

  return (
    <MealCard
      meal={request}
      titleId={titleId}
      overline={isMine ? 'You requested' : 'You fulfilled'}
      badges={
        <>
          <MatchStatusBadge status={status} />
          <DisputedBadge dispute={dispute} />
          <ReportProblem
            subject={{ about: 'match', id: match._id }}
            meal={request.mealDescription}
            describedBy={titleId}
          />
        </>
      }
      facts={
        <>
          <Fact Icon={IconMapPin} label="Where" isLabelHidden>
            <Place {...request} />
          </Fact>
          <Fact Icon={IconUser} label="With" isLabelHidden>
            {isMine ? 'Matched with' : 'Helping'} <Person {...otherOf(match)} />
          </Fact>
          <Fact Icon={IconClock} label="Deadline">
            {showDeadline(request, now)}
          </Fact>
          <Fact Icon={IconCalendarCheck} label="Matched">
            {showOnCard(createdAt, request, now)}
          </Fact>
        </>
      }
      time={isUnderWay && <TimeLeft deadline={request.deadline} now={now} />}
    >
      <Meeting match={match} describedBy={titleId} hasMet={hasMet} onMet={setMet} />
      <MatchContact match={match} describedBy={titleId} now={now} />
      {isUnderWay && (
        <MealCardActions hasLead>
          <CompleteButton match={match} describedBy={titleId} now={now} />
          {!hasRated && rateButton('Rate Experience')}
          {!hasRated && rateButton('Rate & Report Issues')}
          <ReleaseButton
            match={match}
            side={userRole}
            other={otherName(match)}
            meal={request}
            now={now}
            describedBy={titleId}
          />
        </MealCardActions>
      )}
      <Disputed
        matchId={match._id}
        dispute={dispute}
        meal={request}
        viewer={userRole}
        other={otherName(match)}
        now={now}
        describedBy={titleId}
      />
      {status === 'cancelled' && <Text className={classes.over}>{whyCancelled(match)}</Text>}
      {(ownRating || theirRating) && (
        <div className={classes.over}>
          <MealCardActions>
            {ownRating}
            {theirRating}
          </MealCardActions>
        </div>
      )}
    </MealCard>
  );
}
