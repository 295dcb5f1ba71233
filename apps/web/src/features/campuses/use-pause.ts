import { useQuery } from '@tanstack/react-query';
import { showDate, withUntil } from '../../shared/dates';
import { useNow } from '../../shared/use-now';
import { myCampus } from './campuses.queries';

export interface Pause {
  notice: string;
  /** Formatted for screens; null if nobody knows. */
  until: string | null;
  /** Why nothing can be posted or accepted, in the words in which the server refuses it. */
  words: string;
}

/** The pause of the student's campus; null while it is open, and from the end of the pause on. */
export function usePause(): Pause | null {
  const { data } = useQuery(myCampus);
  const now = useNow();
  const pause = data?.pause;
  if (!pause || (pause.until && new Date(pause.until) <= now)) return null;
  return {
    notice: pause.notice,
    until: pause.until && showDate(pause.until, now),
    words: withUntil(`Your campus is paused: ${pause.notice}`, pause.until, now),
  };
}
