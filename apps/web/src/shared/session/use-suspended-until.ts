import { showDate } from '../dates';
import { useNow } from '../use-now';
import { useStudent } from './session';

/** The end of the student's suspension (spec §4 Account), formatted for screens; null without one. */
export function useSuspendedUntil(): string | null {
  const { suspendedUntil } = useStudent().strikes;
  const now = useNow();
  return suspendedUntil && new Date(suspendedUntil) > now ? showDate(suspendedUntil, now) : null;
}
