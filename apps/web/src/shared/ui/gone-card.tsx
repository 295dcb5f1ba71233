import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-list.module.css';

/** In the place of the card of this meal, which is no longer in the list, so that the others stay where they are. */
export function GoneCard({ meal, children }: { meal: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" ta="center" className={classes.gone}>
      <Text>
        <bdi>{meal}</bdi>
      </Text>
      <Text c="dimmed">{children}</Text>
    </Paper>
  );
}
