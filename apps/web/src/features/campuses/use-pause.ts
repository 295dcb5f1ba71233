import type { CampusPause, MealRequest } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { showDate, withUntil } from '../../shared/dates';
import { useNow } from '../../shared/use-now';
import { myCampus } from './campuses.queries';

export interface Pause {
  notice: string;
  /** Formatted for screens; null if unknown. */
  until: string | null;
  /** Why nothing can be posted or accepted, in the words in which the server refuses it. */
  words: string;
}

/** The pause of the student's campus; null while it is open, and from the end of the pause on. */
export function usePause(): Pause | null {
  const { data } = useQuery(myCampus);
  const now = useNow();
  const pause = data?.pause;
  if (!pause || isOver(pause, now)) return null;
  return {
    notice: pause.notice,
    until: pause.until && showDate(pause.until, now),
    words: wordsOf('Your campus', pause, now),
  };
}

/** The reason why a request of another campus cannot be accepted now; undefined if its campus is open. */
export function pauseElsewhere({ campusPause }: MealRequest, now: Date): string | undefined {
  if (!campusPause || isOver(campusPause, now)) return undefined;
  return wordsOf('The campus of this request', campusPause, now);
}

const isOver = ({ until }: CampusPause, now: Date) => until !== null && new Date(until) <= now;
const wordsOf = (campus: string, { notice, until }: CampusPause, now: Date) =>
  withUntil(`${campus} is paused: ${notice}`, until, now);
