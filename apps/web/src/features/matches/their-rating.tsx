import { Text } from '@mantine/core';
import { SCORE_MAX, type GivenRatings, type Side } from '@spareswipe/contract';

export type GivenRating = NonNullable<GivenRatings[`${Side}Rating`]>;

/** What the other side said, which the server shows once this side has rated too, or after 7 days. */
export function TheirRating({ name, rating }: { name: string; rating: GivenRating }) {
  return (
    <Text c="dimmed">
      <bdi>{name}</bdi>{' '}
      {rating.followedThrough
        ? `gave you ${rating.score} of ${SCORE_MAX} stars`
        : 'reported that you did not follow through'}
    </Text>
  );
}
