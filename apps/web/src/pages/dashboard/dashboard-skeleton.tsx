import { Paper, Skeleton, Stack } from '@mantine/core';
import recent from './recent.module.css';
import stats from './stat-cards.module.css';

export function DashboardSkeleton() {
  return (
    <Stack gap="md">
      <div className={stats.stats}>
        {['meals', 'active', 'fulfilled', 'completed'].map((one) => (
          <Skeleton key={one} className={`${stats.stat} ${one === 'meals' ? stats.meals : ''}`} />
        ))}
      </div>
      <div className={recent.recents}>
        {['requests', 'matches'].map((one) => (
          <Paper key={one} withBorder className={recent.recent}>
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
