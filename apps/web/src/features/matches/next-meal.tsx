import { Anchor, Paper, Title } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { showDate } from '../../shared/dates';
import { pathOfMatch } from '../../shared/paths';
import { useStillList } from '../../shared/still-list';
import { WhoFedWhom } from '../../shared/ui/finish';
import { KeptRoom } from '../../shared/ui/kept-room';
import { TimeLeft } from '../../shared/ui/time-left';
import { useStillBoxes } from '../../shared/ui/use-still-boxes';
import { NextMealLine } from './below-next-meal';
import { MatchContact } from './contact';
import { CompleteButton } from './match-actions';
import { oneMatch } from './matches.queries';
import { Meeting } from './meeting';
import { isOver, nextMealOf, type useAcceptedMatches } from './next-meal.queries';
import classes from './next-meal.module.css';
import { otherName } from './sides';
import { whyCancelled } from './why-cancelled';

interface Props {
  match: Match;
  now: Date;
  titleId: string;
}

/**
 * The meal that comes next: with whom, where, how long, who brings what, and how to reach them. Or one that is over. If it
 * ends here, it keeps its place and says how, until the student leaves the screen: nothing moves under the finger.
 */
export function NextMeal({ accepted, now }: { accepted: ReturnType<typeof useAcceptedMatches>; now: Date }) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  useStillBoxes(box);
  const [shownId, setShownId] = useState('');
  const matches = accepted.data?.matches;
  const { cards } = useStillList(shownId, accepted.query, matches);
  const shown = cards.find(({ item }) => item._id === shownId);
  const hasEnded = shown && (shown.isGone || shown.item.status !== 'accepted');
  const next = matches && nextMealOf(matches, now);
  if (next && next._id !== shownId && !hasEnded) setShownId(next._id);
  if (!shown) return null;

  const match = shown.item;
  return (
    <div ref={box}>
      <Paper
        component="section"
        withBorder
        shadow="xs"
        // takes the focus of a button that disappears
        tabIndex={-1}
        aria-labelledby={titleId}
        className={classes.panel}
        // a second tap meets what stands there after the first one
        data-still
      >
        {hasEnded ? (
          <Ended match={match} next={next} now={now} titleId={titleId} />
        ) : (
          <>
            {isOver(match, now) ? (
              <Over key={match._id} match={match} now={now} titleId={titleId} />
            ) : (
              <Ahead key={match._id} match={match} now={now} titleId={titleId} />
            )}
            <MatchContact match={match} now={now} />
          </>
        )}
      </Paper>
    </div>
  );
}

function Ahead({ match, now, titleId }: Props) {
  const { request, userRole, fulfiller } = match;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h3" id={titleId}>
          Next meal
        </Title>
        <TimeLeft deadline={request.deadline} now={now} />
      </div>
      <p className={classes.words}>
        With <bdi>{otherName(match)}</bdi> at <bdi>{request.location}</bdi>, {showDate(request.deadline, now)}
      </p>
      <p className={classes.words}>
        {userRole === 'fulfiller' ? (
          'You bring: '
        ) : (
          <>
            <bdi>{fulfiller.name}</bdi> brings:{' '}
          </>
        )}
        <bdi>{request.mealDescription}</bdi> · <SeeMatch match={match} />
      </p>
      <Meeting match={match} />
    </>
  );
}

/** Nobody has said yet whether it took place. */
function Over({ match, now, titleId }: Props) {
  return (
    <>
      <Title order={2} size="h3" id={titleId}>
        Did you meet <bdi>{otherName(match)}</bdi>?
      </Title>
      <WhatAndWhere match={match} now={now} />
      <div className={classes.finish}>
        <CompleteButton match={match} describedBy={titleId} now={now} />
      </div>
    </>
  );
}

/** How it ended, and the meal after it. */
function Ended({ match: last, next, now, titleId }: Props & { next: Match | undefined }) {
  // the other side ended it
  const { data } = useQuery({ ...oneMatch(last._id), enabled: last.status === 'accepted' });
  const match = data?.match ?? last;
  const isFed = match.status === 'completed' && !match.dispute;
  return (
    <>
      <Title order={2} size="h3" id={titleId}>
        {isFed ? <WhoFedWhom match={match} /> : 'No longer active'}
      </Title>
      <WhatAndWhere match={match} now={now} />
      {match.status === 'cancelled' && <p className={classes.words}>{whyCancelled(match)}</p>}
      <KeptRoom isPlain={!isFed} />
      {next && (
        <div className={classes.line}>
          <NextMealLine match={next} now={now} />
        </div>
      )}
    </>
  );
}

function WhatAndWhere({ match, now }: Omit<Props, 'titleId'>) {
  const { mealDescription, location, deadline } = match.request;
  return (
    <p className={classes.words}>
      <bdi>{mealDescription}</bdi> at <bdi>{location}</bdi>, {showDate(deadline, now)} · <SeeMatch match={match} />
    </p>
  );
}

function SeeMatch({ match }: { match: Match }) {
  return (
    <Anchor component={Link} to={pathOfMatch(match._id)}>
      See match
    </Anchor>
  );
}
