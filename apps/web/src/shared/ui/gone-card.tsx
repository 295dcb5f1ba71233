import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-list.module.css';

/** In the place of a card that is no longer in the list, so that the others stay where they are. */
export function GoneCard({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder className={classes.gone}>
      <Text c="dimmed" ta="center">
        {children}
      </Text>
    </Paper>
  );
}
