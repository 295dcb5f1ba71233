import { Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';

interface Props {
  /** How many open requests the campus allows at once; undefined where it sets no limit. */
  most: number | undefined;
  isReached: boolean;
}

/** How many open requests the campus allows at once, and what to do where the student has them. */
export function OpenRequestsLimit({ most, isReached }: Props) {
  if (most === undefined) return null;
  return (
    <Text c="dimmed" mb="md">
      {isReached ? openRequestsReached(most) : `Your campus allows ${counted(most, 'open request')} at once.`}
    </Text>
  );
}

/** In the words in which the server refuses it. */
export const openRequestsReached = (most: number) =>
  `Your campus allows ${counted(most, 'open request')} at once. Wait for one to end, or cancel one.`;
