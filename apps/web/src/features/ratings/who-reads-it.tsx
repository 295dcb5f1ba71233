import { Text } from '@mantine/core';
import { RATING_BLIND_DAYS } from '@spareswipe/contract';

/** Says who reads the comment of a rating, and when. */
export function WhoReadsIt({ other, followedThrough }: { other: string; followedThrough: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      <bdi>{other}</bdi>{' '}
      {followedThrough
        ? `reads this once both of you have rated, or after ${RATING_BLIND_DAYS} days.`
        : 'does not get to read this.'}
    </Text>
  );
}
