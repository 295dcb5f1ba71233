import { Anchor, Paper, Title } from '@mantine/core';
import { counted, CREDITS_PER_REQUEST, SUSPENSION_DAYS } from '@spareswipe/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';

/** For a student who has neither asked nor helped yet (spec §2 Dashboard). Without a meal, helping comes first. */
export function GettingStarted({ credits }: { credits: number }) {
  const titleId = useId();
  const canAsk = credits >= CREDITS_PER_REQUEST;
  const ask = (
    <li key="ask">
      <strong>{canAsk ? 'Ask for a meal.' : 'Then ask for one.'}</strong>{' '}
      <Anchor component={Link} to={paths.createRequest}>
        Create a request
      </Anchor>
      : what you would like, where, and by when.
    </li>
  );
  const help = (
    <li key="help">
      <strong>{canAsk ? 'Or share a swipe.' : 'Earn your first meal.'}</strong>{' '}
      <Anchor component={Link} to={paths.browse}>
        Browse what others need
      </Anchor>{' '}
      and accept a request. You earn {counted(CREDITS_PER_REQUEST, 'meal')}.
    </li>
  );
  return (
    <Paper component="section" aria-labelledby={titleId} p="lg" bg="var(--leaf-soft)">
      <Title order={2} mb="sm" id={titleId}>
        Getting started
      </Title>
      <ol>
        {canAsk ? [ask, help] : [help, ask]}
        <li>
          <strong>Meet up.</strong> Once you are matched, we send both of you the other's contact details by email. They
          stand on the match too, where one press texts, calls or emails.
        </li>
        <li>
          <strong>Rate each other.</strong> Keep your word: two strikes suspend an account for {SUSPENSION_DAYS} days.
        </li>
      </ol>
    </Paper>
  );
}
