import { Anchor, Paper } from '@mantine/core';
import { LOW_CREDITS, plural, type Stats } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import classes from './stat-cards.module.css';

interface StatProps {
  value: number;
  label: string;
  className?: string;
  isLow?: boolean;
  children?: ReactNode;
}

function Stat({ value, label, className, isLow, children }: StatProps) {
  return (
    <Paper
      component="li"
      withBorder
      shadow="xs"
      className={`${classes.stat} ${className ?? ''}`}
      data-low={isLow || undefined}
    >
      <p className={classes.figure}>{value}</p>
      <p className={classes.label}>{label}</p>
      {children}
    </Paper>
  );
}

interface Props {
  stats: Stats;
  credits: number;
  /** Whether the campus sells meals. */
  isOnSale: boolean;
}

/** The four numbers of the dashboard; the meals left are the largest thing on the screen. */
export function StatCards({ stats, credits, isOnSale }: Props) {
  return (
    <ul className={classes.stats} aria-label="Your numbers">
      <Stat
        value={credits}
        label={`${plural(credits, 'Meal')} left`}
        className={classes.meals}
        isLow={credits < LOW_CREDITS}
      >
        {isOnSale && (
          <Anchor component={Link} to={paths.purchase}>
            Get more meals
          </Anchor>
        )}
      </Stat>
      <Stat value={stats.requests.active} label="Active requests" />
      <Stat value={stats.fulfillments.total} label="Meals fulfilled" />
      <Stat value={stats.totalCompleted} label="Completed exchanges" />
    </ul>
  );
}
