import { Paper, Title } from '@mantine/core';
import type { Match } from '@spareswipe/contract';
import { useId } from 'react';
import { showDate } from '../../shared/dates';
import { TimeLeft } from '../../shared/ui/time-left';
import { MatchContact } from './contact';
import { Meeting } from './meeting';
import classes from './next-meal.module.css';
import { otherName } from './sides';

/** The meal that comes next: with whom, where, how long, and how to reach them. */
export function NextMeal({ match, now }: { match: Match; now: Date }) {
  const titleId = useId();
  const { request } = match;
  return (
    <Paper component="section" withBorder shadow="xs" aria-labelledby={titleId} className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={titleId}>
          Next meal
        </Title>
        <TimeLeft deadline={request.deadline} now={now} />
      </div>
      <p className={classes.words}>
        With <bdi>{otherName(match)}</bdi> at <bdi>{request.location}</bdi>, {showDate(request.deadline, now)}
      </p>
      <Meeting match={match} />
      <MatchContact match={match} now={now} />
    </Paper>
  );
}
