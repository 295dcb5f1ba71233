import { Anchor, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { unwrap } from '../../shared/api/client';
import { useDesk } from './desk-session';
import classes from './desk.module.css';
import { Plot } from './plot';

const showMinutes = (minutes: number) =>
  minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;

/** The first screen of the desk: what waits, and how the campus does. */
export function Today() {
  const { client } = useDesk();
  const { data } = useQuery({
    queryKey: ['desk', 'today'],
    queryFn: () => unwrap(client.desk.today()),
    meta: { failure: 'Failed to load how the campus does' },
  });
  if (!data) return <Skeleton h={400} />;
  const { openRequests, minutesToMatch, noShows, waiting, days, weeks } = data.today;
  return (
    <Stack gap="xl">
      <dl className={classes.figures}>
        <Figure label={<To path="/desk/reports">open reports</To>} value={waiting.reports} />
        <Figure label={<To path="/desk/strikes">contested strikes</To>} value={waiting.contests} />
        <Figure label={<To path="/desk/disputes">open disputes</To>} value={waiting.disputes} />
        <Figure label="open requests" value={openRequests} />
        <Figure
          label="until half are matched, in 7 days"
          value={minutesToMatch === null ? 'none' : showMinutes(minutesToMatch)}
        />
        <Figure label="no-shows in 7 days" value={noShows} />
      </dl>
      <Plot title="Requests of the last 14 days" unit="Day" periods={days} />
      <Plot title="Requests of the last 8 weeks" unit="Week from" periods={weeks} />
    </Stack>
  );
}

const To = ({ path, children }: { path: string; children: string }) => (
  <Anchor component={Link} to={path}>
    {children}
  </Anchor>
);

/** A number, read after what it counts. */
const Figure = ({ label, value }: { label: ReactNode; value: number | string }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
