import { Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';

interface Props {
  /** The number of open requests that the campus allows at once; undefined if it sets no limit. */
  most: number | undefined;
  isReached: boolean;
}

/** Tells the student the limit of open requests, and what to do once it is reached. */
export function OpenRequestsLimit({ most, isReached }: Props) {
  if (most === undefined) return null;
  return (
    <Text c="dimmed" mb="md">
      {isReached ? openRequestsReached(most) : `Your campus allows ${counted(most, 'open request')} at once.`}
    </Text>
  );
}

/** The same words as the refusal by the server. */
export const openRequestsReached = (most: number) =>
  `Your campus allows ${counted(most, 'open request')} at once. Wait for one to end, or cancel one.`;
