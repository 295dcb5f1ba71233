import { Group, Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One subject of a screen, on its own card. Takes the focus of a button in it that disappears. */
export function Section({ title, aside, children }: Props) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} tabIndex={-1} withBorder p="lg" shadow="xs">
      <Group justify="space-between" gap="sm" mb="md">
        <Title id={titleId} order={2}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
