import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oneMatch } from './matches.queries';
import { nextMealOf, type useAcceptedMatches } from './next-meal.queries';

/**
 * The next meal for a screen that shows it. If it ends there, it keeps its place until the student leaves the screen:
 * nothing moves under the finger. `next` is the meal after it by then.
 */
export function useNextMeal({ query, data }: ReturnType<typeof useAcceptedMatches>, now: Date) {
  /** As it was last seen. */
  const [shown, setShown] = useState<Match>();
  const next = data && nextMealOf(data.matches, now);
  const current = data?.matches.find(({ _id }) => _id === shown?._id);
  const isGone = data !== undefined && shown !== undefined && current?.status !== 'accepted';
  const match = isGone ? (current ?? shown) : (next ?? current);
  // what a cached list of an earlier visit shows may have ended before this one
  const isFresh = query.isFetchedAfterMount || !query.isFetching;
  if (isFresh && match !== shown) setShown(match);
  // if the other side ended it, the list does not say how: until that is known, the meal stays as it was
  const ended = useQuery({ ...oneMatch(shown?._id ?? ''), enabled: isGone && match?.status === 'accepted' });
  return { match: (isGone && ended.data?.match) || match, hasEnded: isGone && !ended.isLoading, next };
}
