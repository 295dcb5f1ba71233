import { Text } from '@mantine/core';
import { PROFILE_LIST_MAX } from '@spareswipe/contract';

/** Under a list of a student's profile that has reached its end. */
export const OnlyTheLatest = ({ of }: { of: unknown[] }) =>
  of.length < PROFILE_LIST_MAX ? null : (
    <Text size="sm" c="dimmed">
      Only the latest {PROFILE_LIST_MAX} are shown.
    </Text>
  );
