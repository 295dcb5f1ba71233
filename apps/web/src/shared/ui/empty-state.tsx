import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props {
  art: ReactNode;
  title: string;
  /** Where this is the whole screen: its main heading. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing to show: a picture, what that means, and the next step. */
export function EmptyState({ art, title, headingRef, children, action }: Props) {
  return (
    <Paper withBorder p="clamp(1.25rem, 6vw, 2.5rem)" ta="center">
      <Stack align="center" gap="sm" maw="28rem" mx="auto">
        {art}
        <Title
          order={headingRef ? 1 : 2}
          fz={headingRef ? 'min(var(--mantine-h2-font-size), 11vw)' : undefined}
          ref={headingRef}
          tabIndex={headingRef ? -1 : undefined}
        >
          {title}
        </Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Paper>
  );
}
