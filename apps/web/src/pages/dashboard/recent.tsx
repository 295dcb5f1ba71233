import { Anchor, Paper, Text, Title } from '@mantine/core';
import type { MealPeriod } from '@spareswipe/contract';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { MealPeriodMark } from '../../shared/ui/meal-period';
import classes from './recent.module.css';

interface Props {
  /** What the list is of: 'requests'. */
  what: string;
  viewAll: string;
  /** What to say instead of an empty list. */
  empty: string;
  children: ReactNode[];
}

/** The newest few of a list, and the way to all of it. */
export function Recent({ what, viewAll, empty, children }: Props) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder shadow="xs" aria-labelledby={titleId} className={classes.recent}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={titleId}>
          Recent {what}
        </Title>
        <Anchor component={Link} to={viewAll} aria-label={`View all ${what}`}>
          View all
        </Anchor>
      </div>
      {children.length ? <ul className={classes.list}>{children}</ul> : <Text c="dimmed">{empty}</Text>}
    </Paper>
  );
}

interface RowProps {
  period: MealPeriod;
  meal: string;
  what: ReactNode;
  when: ReactNode;
  badges: ReactNode;
}

export function RecentRow({ period, meal, what, when, badges }: RowProps) {
  return (
    <li className={classes.row}>
      <MealPeriodMark period={period} isIconOnly />
      <div>
        <p className={classes.meal}>
          <bdi>{meal}</bdi>
        </p>
        <p className={classes.detail}>{what}</p>
        <p className={classes.detail}>{when}</p>
      </div>
      <div className={classes.badges}>{badges}</div>
    </li>
  );
}
