import { Paper, Title } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST, SUSPENSION_DAYS } from '@spareswipe/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import classes from './getting-started.module.css';

/** For a student who has neither asked nor helped yet (spec §2 Dashboard). */
export function GettingStarted() {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} className={classes.tips}>
      <Title order={2} size="h3" id={titleId}>
        Getting started
      </Title>
      <ol className={classes.steps}>
        <li>
          <strong>Ask for a meal.</strong> <Link to={paths.createRequest}>Create a request</Link>: what you would like,
          where, and by when.
        </li>
        <li>
          <strong>Or share a swipe.</strong> <Link to={paths.browse}>Browse what others need</Link> and accept a
          request. You earn {counted(CREDITS_PER_REQUEST, 'meal')}.
        </li>
        <li>
          <strong>Meet up.</strong> Once you are matched, we send both of you the other's contact details by email.
        </li>
        <li>
          <strong>Rate each other.</strong> Keep your word: two strikes suspend an account for {SUSPENSION_DAYS} days.
        </li>
      </ol>
    </Paper>
  );
}
