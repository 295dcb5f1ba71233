import { Anchor, Paper, Title } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { showDate } from '../../shared/dates';
import { pathOfMatch } from '../../shared/paths';
import { TimeLeft } from '../../shared/ui/time-left';
import { MatchContact } from './contact';
import { CompleteButton } from './match-actions';
import { Meeting } from './meeting';
import { isOver } from './next-meal.queries';
import classes from './next-meal.module.css';
import { otherName } from './sides';

interface Props {
  match: Match;
  now: Date;
}

/** The meal that comes next: with whom, where, how long, who brings what, and how to reach them. Or one that is over. */
export function NextMeal({ match, now }: Props) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      withBorder
      shadow="xs"
      aria-labelledby={titleId}
      className={classes.panel}
      // a second tap meets what stands there after the first one
      data-still
    >
      {isOver(match, now) ? (
        <Over key={match._id} match={match} now={now} titleId={titleId} />
      ) : (
        <Ahead key={match._id} match={match} now={now} titleId={titleId} />
      )}
      <MatchContact match={match} now={now} />
    </Paper>
  );
}

function Ahead({ match, now, titleId }: Props & { titleId: string }) {
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
function Over({ match, now, titleId }: Props & { titleId: string }) {
  const { request } = match;
  return (
    <>
      <Title order={2} size="h3" id={titleId}>
        Did you meet <bdi>{otherName(match)}</bdi>?
      </Title>
      <p className={classes.words}>
        <bdi>{request.mealDescription}</bdi> at <bdi>{request.location}</bdi>, {showDate(request.deadline, now)} ·{' '}
        <SeeMatch match={match} />
      </p>
      <div className={classes.finish}>
        <CompleteButton match={match} describedBy={titleId} now={now} />
      </div>
    </>
  );
}

function SeeMatch({ match }: { match: Match }) {
  return (
    <Anchor component={Link} to={pathOfMatch(match._id)}>
      See match
    </Anchor>
  );
}
