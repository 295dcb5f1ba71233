import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FairPlayLink } from './fair-play-link';

/** Why the server refused a press, in its words, below the button. `id` is of the words, to describe the button by. */
export const Refusal = ({ id, children }: { id: string; children: ReactNode }) => (
  <Box mt={4} ta="center">
    <Text id={id} size="sm" c="var(--mantine-color-error)">
      {children}
    </Text>
    <FairPlayLink />
  </Box>
);
