import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStillList } from '../../shared/still-list';
import { oneMatch } from './matches.queries';
import { nextMealOf, type useAcceptedMatches } from './next-meal.queries';

/**
 * The next meal for a screen that shows it. If it ends there, it keeps its place until the student leaves the screen:
 * nothing moves under the finger. `next` is the meal after it by then.
 */
export function useNextMeal({ query, data }: ReturnType<typeof useAcceptedMatches>, now: Date) {
  const [shownId, setShownId] = useState('');
  const { cards } = useStillList(shownId, query, data?.matches);
  const shown = cards.find(({ item }) => item._id === shownId);
  const hasEnded = shown !== undefined && (shown.isGone || shown.item.status !== 'accepted');
  const next = data && nextMealOf(data.matches, now);
  const match = shown?.item ?? next;
  if (next && next._id !== shownId && !hasEnded) setShownId(next._id);
  // if the other side ended it, the list does not say how
  const ended = useQuery({ ...oneMatch(shownId), enabled: hasEnded && match?.status === 'accepted' });
  return { match: (hasEnded && ended.data?.match) || match, hasEnded, next };
}
