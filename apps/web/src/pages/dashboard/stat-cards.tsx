import { Anchor, Paper, Text } from '@mantine/core';
import { LOW_CREDITS, plural, type Stats } from '@spareswipe/contract';
import { Link } from 'react-router';
import { paths } from '../../shared/paths';
import { Figure } from '../../shared/ui/figure';
import classes from './stat-cards.module.css';

function Stat({ value, label }: { value: number; label: string }) {
  return (
    <Paper component="li" withBorder shadow="xs" className={classes.stat}>
      <Text ff="heading" fz="2.25rem" fw={600} lh={1.1}>
        {value}
      </Text>
      <p className={classes.label}>{label}</p>
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
  const isLow = credits < LOW_CREDITS;
  return (
    <ul className={classes.stats} aria-label="Your numbers">
      <Paper component="li" shadow="xs" className={classes.meals} data-low={isLow || undefined}>
        <Figure fz="5rem" c={isLow ? 'var(--accent)' : 'var(--leaf-deep)'}>
          {credits}
        </Figure>
        <div>
          <Text size="lg" fw={600}>
            {plural(credits, 'Meal')} left
          </Text>
          {isOnSale && (
            <Anchor component={Link} to={paths.purchase}>
              Get more meals
            </Anchor>
          )}
        </div>
      </Paper>
      <Stat value={stats.requests.active} label="Active requests" />
      <Stat value={stats.fulfillments.total} label="Meals fulfilled" />
      <Stat value={stats.totalCompleted} label="Completed exchanges" />
    </ul>
  );
}
