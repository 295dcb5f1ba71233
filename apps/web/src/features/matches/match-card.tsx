import { Text } from '@mantine/core';
import { canComplete, canRate, type Match } from '@spareswipe/contract';
import { IconCalendarCheck, IconClock, IconMapPin, IconUser } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { showDeadline, showOnCard } from '../../shared/dates';
import { DisputedBadge, MatchStatusBadge, wasTakenBack } from '../../shared/ui/badges';
import { Place } from '../../shared/ui/campus';
import { Disputed } from '../../shared/ui/disputed';
import { Fact } from '../../shared/ui/fact';
import { MealCard, MealCardActions } from '../../shared/ui/meal-card';
import { Person } from '../../shared/ui/person';
import { ReleaseButton } from '../../shared/ui/release-button';
import { TimeLeft } from '../../shared/ui/time-left';
import { MatchContact } from './contact';
import { CompleteButton } from './complete-button';
import classes from './match-card.module.css';
import { Meeting } from './meeting';
import { otherName, otherOf, ratingBy } from './sides';
import { TheirRating, type GivenRating } from './their-rating';
import { whyCancelled } from './why-cancelled';

interface Props {
  match: Match;
  now: Date;
  /** A button with this label that opens the rating dialog for this match. */
  rateButton: (match: Match, label: string, describedBy: string) => ReactNode;
  /** Stars for the other side, or the note that they are given. */
  stars: (match: Match) => ReactNode;
  /** 'You rated this match'. */
  ratedNote: ReactNode;
  /** The comment of the other side's rating. */
  theirComment: (match: Match, rating: GivenRating, describedBy: string) => ReactNode;
  /** A quiet button that reports a problem with this match. */
  reportProblem: (match: Match, describedBy: string) => ReactNode;
}

/** One exchange from this student's side: what, where, until when, with whom, and what can be done now. */
export function MatchCard({ match, now, rateButton, stars, ratedNote, theirComment, reportProblem }: Props) {
  const { status, dispute, userRole, request, createdAt } = match;
  const titleId = useId();
  const isMine = userRole === 'requester';
  const hasRated = ratingBy(match, 'mine') !== null;
  const theirs = ratingBy(match, 'theirs');
  const isUnderWay = canComplete(status);
  const [hasMet, setMet] = useState(false);
  // the stars, and the note that they are given, are with the meeting then
  const isRatedThere = hasMet || match.meeting?.isMet.mine;
  const ownRating = hasRated
    ? !isRatedThere && ratedNote
    : canRate(status) &&
      !isUnderWay && (
        <>
          {!isRatedThere && !wasTakenBack(dispute) && <Text c="dimmed">How did it go?</Text>}
          {rateButton(match, 'Rate Experience', titleId)}
        </>
      );
  const theirRating = theirs && (hasRated || canRate(status)) && (
    <>
      <TheirRating name={otherName(match)} rating={theirs} />
      {theirComment(match, theirs, titleId)}
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
          {reportProblem(match, titleId)}
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
      <Meeting match={match} stars={stars} describedBy={titleId} hasMet={hasMet} onMet={setMet} />
      <MatchContact match={match} describedBy={titleId} now={now} />
      {isUnderWay && (
        <MealCardActions hasLead>
          <CompleteButton match={match} describedBy={titleId} now={now} />
          {!hasRated && rateButton(match, 'Rate Experience', titleId)}
          {!hasRated && rateButton(match, 'Rate & Report Issues', titleId)}
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
        <div className={classes.rating}>
          {ownRating}
          {theirRating}
        </div>
      )}
    </MealCard>
  );
}
