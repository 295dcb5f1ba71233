import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

/** In the place of 'Rate Experience' once this student has rated. */
export function RatedNote() {
  return (
    <Group gap="xs" wrap="nowrap" c="var(--mantine-color-success)">
      <IconCircleCheck size={20} stroke={1.75} aria-hidden />
      <Text span fw={500}>
        You rated this match
      </Text>
    </Group>
  );
}
