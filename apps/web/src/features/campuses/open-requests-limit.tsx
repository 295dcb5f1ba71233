import { Text } from '@mantine/core';
import { openRequestsAllowed, tooManyOpenRequests } from '@spareswipe/contract';

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
      {isReached ? tooManyOpenRequests(most) : openRequestsAllowed(most)}
    </Text>
  );
}
