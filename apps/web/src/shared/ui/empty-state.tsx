import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  art: ReactNode;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing to show: a picture, what that means, and the next step. */
export function EmptyState({ art, title, children, action }: Props) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Stack align="center" gap="sm" maw="28rem" mx="auto">
        {art}
        <Title order={2} size="h3">
          {title}
        </Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Paper>
  );
}
