import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One subject of a screen of the desk. */
export const DeskSection = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h3">
      {title}
    </Title>
    {children}
  </Stack>
);
