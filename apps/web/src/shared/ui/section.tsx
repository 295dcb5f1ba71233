import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One subject of a screen, on its own card. */
export function Section({ title, aside, children }: Props) {
  return (
    <Paper component="section" withBorder p="lg" shadow="xs">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
