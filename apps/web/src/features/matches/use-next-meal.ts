import type { Match } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isCode } from '../../shared/api/api-error';
import { oneMatch } from '../../shared/api/one-match';
import { isAsked, nextMealOf, type useAcceptedMatches } from './next-meal.queries';

/** The student is asked about it, or it is among the disputed meals. */
const isShownElsewhere = (match: Match) => isAsked(match) || match.dispute?.awardedTo === null;

/**
 * The next meal for a screen that shows it. If it ends there, it keeps its place until the student leaves the screen:
 * nothing moves under the finger. It disappears in three cases: the accept was taken back in time, the student is
 * asked about the meal by then, or it is disputed. `next` is the meal after it.
 */
export function useNextMeal({ query, data }: ReturnType<typeof useAcceptedMatches>, now: Date) {
  /** As it was last seen. */
  const [shown, setShown] = useState<Match>();
  const current = data?.matches.find(({ _id }) => _id === shown?._id);
  // what the student has ended here stays so, also when a list follows that was sent before
  const endedHere = [current, shown].find((seen) => seen && seen.status !== 'accepted');
  const isOwnDoing = endedHere !== undefined;
  // a list that was sent before still has the one that ended here
  const open = data?.matches.filter(({ _id }) => _id !== endedHere?._id);
  const next = open && nextMealOf(open, now);
  const isGone = isOwnDoing || (data !== undefined && shown !== undefined && !current);
  const match = endedHere ?? (isGone ? shown : (next ?? current));
  // what a cached list of an earlier visit shows may have ended before this one
  const isFresh = query.isFetchedAfterMount || !query.isFetching;
  if (isFresh && match !== shown) setShown(match);
  // if the other side ended it, the list does not say how: until that is known, the meal stays as it was
  const ended = useQuery({ ...oneMatch(shown?._id ?? ''), staleTime: 0, enabled: isGone });
  const isTold = isCode(ended.error, 'NOT_FOUND') || (ended.data && isShownElsewhere(ended.data.match));
  if (isGone && !isOwnDoing && isTold) setShown(undefined);
  // the other side may dispute what the student ended
  const last = isGone && ended.data && ended.data.match.status !== 'accepted' ? ended.data.match : match;
  const hasEnded = isGone && (last?.status !== 'accepted' || ended.isError);
  return { match: last, hasEnded, next };
}
