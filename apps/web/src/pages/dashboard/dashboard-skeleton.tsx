import { Paper, Skeleton, Stack } from '@mantine/core';
import actions from './action-cards.module.css';
import recent from './recents.module.css';
import stats from './stat-cards.module.css';

/** The action cards wait with the rest: the next meal comes above them. */
export function DashboardSkeleton() {
  return (
    <Stack gap="md">
      <div className={actions.actions}>
        <Skeleton h={130} />
        <Skeleton h={130} />
      </div>
      <div className={stats.stats}>
        {['meals', 'active', 'fulfilled', 'completed'].map((one) => (
          <Skeleton key={one} className={one === 'meals' ? stats.meals : stats.stat} />
        ))}
      </div>
      <div className={recent.recents}>
        {['requests', 'matches'].map((one) => (
          <Paper key={one} withBorder p="lg">
            <Skeleton h={24} w="40%" mb="lg" />
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} h={36} mb="lg" />
            ))}
          </Paper>
        ))}
      </div>
    </Stack>
  );
}
