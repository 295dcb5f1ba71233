import { Anchor, Skeleton, Stack } from '@mantine/core';
import { DESK_COUNTS_DAYS, DESK_PLOT_DAYS, DESK_PLOT_WEEKS } from '@spareswipe/contract';
import type { Today as TodayNumbers } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../shared/ui/loaded';
import { today } from './desk.queries';
import classes from './desk.module.css';
import { Plot } from './plot';

const showMinutes = (minutes: number) =>
  minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;

/** The first screen of the desk: what waits, and how the campus is doing. */
export function Today() {
  return (
    <Loaded query={useQuery(today)} skeleton={<Skeleton h={400} />}>
      {(data) => <Numbers {...data.today} />}
    </Loaded>
  );
}

function Numbers({ openRequests, minutesToMatch, noShows, waiting, days, weeks }: TodayNumbers) {
  return (
    <Stack gap="xl">
      <dl className={classes.figures}>
        <Figure label={<To path="/desk/reports">open reports</To>} value={waiting.reports} />
        <Figure label={<To path="/desk/strikes">contested strikes</To>} value={waiting.contests} />
        <Figure label={<To path="/desk/disputes">open disputes</To>} value={waiting.disputes} />
        <Figure label="open requests" value={openRequests} />
        <Figure
          label={`until a request is matched, the median of ${DESK_COUNTS_DAYS} days`}
          value={minutesToMatch === null ? '–' : showMinutes(minutesToMatch)}
        />
        <Figure label={`no-shows in ${DESK_COUNTS_DAYS} days`} value={noShows} />
      </dl>
      <Plot title={`Requests of the last ${DESK_PLOT_DAYS} days`} unit="Day" periods={days} />
      <Plot title={`Requests of the last ${DESK_PLOT_WEEKS} weeks`} unit="Week from" periods={weeks} />
    </Stack>
  );
}

const To = ({ path, children }: { path: string; children: string }) => (
  <Anchor component={Link} to={path}>
    {children}
  </Anchor>
);

/** A number below what it counts, in the order in which screen readers say them. */
const Figure = ({ label, value }: { label: ReactNode; value: number | string }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
