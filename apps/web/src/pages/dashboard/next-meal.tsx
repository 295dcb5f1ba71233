import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { Fragment, useId } from 'react';
import { Link } from 'react-router';
import { CompleteButton } from '../../features/matches/complete-button';
import { MatchContact } from '../../features/matches/contact';
import { DidYouMeet, HowItEnded, MatchNews, NextMealLine } from '../../features/matches/next-meal-line';
import classes from '../../features/matches/next-meal.module.css';
import { appointmentOf, isOver, mealsAhead, type useAcceptedMatches } from '../../features/matches/next-meal.queries';
import { otherName } from '../../features/matches/sides';
import { useNextMeal } from '../../features/matches/use-next-meal';
import { WhoBrings } from '../../features/matches/who-brings';
import { whyCancelled } from '../../features/matches/why-cancelled';
import { openRatingDialog } from '../../features/ratings/open-rating-dialog';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { pathOfMatch } from '../../shared/paths';
import { Place } from '../../shared/ui/campus';
import { TimeLeft } from '../../shared/ui/time-left';
import { exchangeOf } from '../matches/exchange-of';
import { Meeting } from '../matches/meeting';
import { Stars } from '../matches/stars';

interface Props {
  match: Match;
  now: Date;
  titleId: string;
}

interface NextMealProps {
  accepted: ReturnType<typeof useAcceptedMatches>;
  now: Date;
}

/**
 * The meal that comes next: with whom, where, how long, who brings what, and how to reach them. Or one that is over, or one
 * that has ended while the screen was open.
 */
export function NextMeal({ accepted, now }: NextMealProps) {
  const titleId = useId();
  const { match, hasEnded, next } = useNextMeal(accepted, now);
  const over = mealsAhead(accepted.data?.matches ?? [], now).find((other) => isOver(other, now));
  return (
    <>
      <MatchNews news={accepted.news} now={now} />
      {match && (
        <Paper
          component="section"
          withBorder
          shadow="xs"
          // takes the focus of what disappears
          tabIndex={-1}
          aria-labelledby={titleId}
          className={classes.panel}
        >
          {hasEnded ? (
            <EndedMeal match={match} next={next} now={now} titleId={titleId} />
          ) : (
            <Fragment key={match._id}>
              {isOver(match, now) ? (
                <UnconfirmedMeal match={match} now={now} titleId={titleId} />
              ) : (
                <UpcomingMeal match={match} now={now} titleId={titleId} />
              )}
              <MatchContact match={match} describedBy={titleId} now={now} />
              {over && over._id !== match._id && (
                <div className={classes.line}>
                  <p>
                    <DidYouMeet match={over} /> <bdi>{over.request.mealDescription}</bdi>
                  </p>
                </div>
              )}
            </Fragment>
          )}
        </Paper>
      )}
    </>
  );
}

function UpcomingMeal({ match, now, titleId }: Props) {
  const { request } = match;
  return (
    <>
      <Group justify="space-between" align="baseline" gap="0.5rem 1.5rem">
        <Title order={2} id={titleId}>
          Next meal
        </Title>
        <TimeLeft deadline={request.deadline} now={now} />
      </Group>
      <Text mt={4}>
        With <bdi>{firstName(otherName(match))}</bdi> at <Place {...request} />, {showDeadline(request, now)}
      </Text>
      <Text mt={4}>
        <WhoBrings {...appointmentOf(match)} />. <SeeMatch match={match} describedBy={titleId} />
      </Text>
      <Meeting match={match} describedBy={titleId} />
    </>
  );
}

/** Nobody has said yet whether it took place. */
function UnconfirmedMeal({ match, now, titleId }: Props) {
  return (
    <>
      <Title order={2} id={titleId}>
        Did you meet <bdi>{firstName(otherName(match))}</bdi>?
      </Title>
      <WhatAndWhere match={match} now={now} titleId={titleId} />
      <div className={classes.finish}>
        <CompleteButton match={match} describedBy={titleId} now={now} />
        <Button
          variant="default"
          aria-describedby={titleId}
          onClick={() => openRatingDialog(exchangeOf(match), { followedThrough: false })}
        >
          We did not meet
        </Button>
      </div>
    </>
  );
}

/** How it ended, and the meal after it. */
function EndedMeal({ match, next, now, titleId }: Props & { next: Match | undefined }) {
  return (
    <>
      <Title order={2} id={titleId}>
        <HowItEnded match={match} />
      </Title>
      <WhatAndWhere match={match} now={now} titleId={titleId} />
      {match.status === 'completed' && !match.dispute && (
        <div className={classes.finish}>
          <Stars match={match} />
        </div>
      )}
      {match.status === 'cancelled' && <Text mt={4}>{whyCancelled(match)}</Text>}
      {next && (
        <div className={classes.line}>
          <NextMealLine match={next} now={now} />
        </div>
      )}
    </>
  );
}

function WhatAndWhere({ match, now, titleId }: Props) {
  return (
    <Text mt={4}>
      <bdi>{match.request.mealDescription}</bdi> at <Place {...match.request} />, {showDeadline(match.request, now)}.{' '}
      <SeeMatch match={match} describedBy={titleId} />
    </Text>
  );
}

function SeeMatch({ match, describedBy }: { match: Match; describedBy: string }) {
  return (
    <Anchor component={Link} to={pathOfMatch(match._id)} aria-describedby={describedBy}>
      See match
    </Anchor>
  );
}
