import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import type { Match, MealRequest, RequestedMeal } from '@spareswipe/contract';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { otherOf } from '../../features/matches/sides';
import { showDeadline, timeLeft } from '../../shared/dates';
import { paths } from '../../shared/paths';
import { DisputedBadge, MatchStatusBadge, StatusBadge } from '../../shared/ui/badges';
import { mealPeriodLabel, MealPeriodPicture } from '../../shared/ui/meal-period';
import { Person } from '../../shared/ui/person';
import { useNow } from '../../shared/use-now';
import classes from './recents.module.css';

/** The deadline, and the time left while it is still open. */
function when(meal: RequestedMeal, isOpen: boolean, now: Date) {
  const left = isOpen && timeLeft(meal.deadline, now);
  const deadline = showDeadline(meal, now);
  return left ? `${deadline}, ${left} left` : deadline;
}

const isOpen = ({ status }: MealRequest) => status === 'active' || status === 'matched';

interface Props {
  requests: MealRequest[];
  matches: Match[];
}

/** The newest requests and matches side by side. */
export function Recents({ requests, matches }: Props) {
  const now = useNow();
  return (
    <div className={classes.recents}>
      <Recent what="requests" viewAll={paths.myRequests} empty="No requests yet. What would you like to eat?">
        {requests.map((request) => (
          <RecentRow
            key={request._id}
            meal={request}
            what={
              <>
                {mealPeriodLabel(request.mealPeriod)} at <bdi>{request.location}</bdi>
              </>
            }
            when={when(request, isOpen(request), now)}
            badges={
              <>
                <StatusBadge status={request.status} />
                <DisputedBadge dispute={request.match?.dispute} />
              </>
            }
          />
        ))}
      </Recent>
      <Recent
        what="matches"
        viewAll={paths.matches}
        empty="No matches yet. Accept a request, or wait for somebody to accept yours."
      >
        {matches.map((match) => (
          <RecentRow
            key={match._id}
            meal={match.request}
            what={
              <>
                {match.userRole === 'fulfiller' ? 'Helping' : 'Matched with'} <Person {...otherOf(match)} />
              </>
            }
            when={when(match.request, match.status === 'accepted', now)}
            badges={
              <>
                <MatchStatusBadge status={match.status} />
                <DisputedBadge dispute={match.dispute} />
              </>
            }
          />
        ))}
      </Recent>
    </div>
  );
}

interface RecentProps {
  /** What the list is of: 'requests'. */
  what: string;
  viewAll: string;
  /** What to say instead of an empty list. */
  empty: string;
  children: ReactNode[];
}

/** The newest few of a list, and the way to all of it. */
function Recent({ what, viewAll, empty, children }: RecentProps) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder shadow="xs" p="lg" aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} id={titleId}>
          Recent {what}
        </Title>
        <Anchor component={Link} to={viewAll} aria-label={`View all ${what}`}>
          View all
        </Anchor>
      </Group>
      {children.length ? <ul className={classes.rows}>{children}</ul> : <Text c="dimmed">{empty}</Text>}
    </Paper>
  );
}

interface RowProps {
  meal: RequestedMeal;
  what: ReactNode;
  when: string;
  badges: ReactNode;
}

function RecentRow({ meal, what, when, badges }: RowProps) {
  return (
    <li>
      <MealPeriodPicture period={meal.mealPeriod} />
      <div>
        <Text fw={600} lineClamp={2}>
          <bdi>{meal.mealDescription}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          {when}
        </Text>
      </div>
      <Group gap="xs" ms="auto">
        {badges}
      </Group>
    </li>
  );
}
