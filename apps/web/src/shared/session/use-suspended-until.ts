import { showDate } from '../dates';
import { useNow } from '../use-now';
import { useStudent } from './session';

/** Until when the student may neither create nor accept (spec §4 Account), as screens write it; null when they may. */
export function useSuspendedUntil(): string | null {
  const { suspendedUntil } = useStudent().strikes;
  const now = useNow();
  return suspendedUntil && new Date(suspendedUntil) > now ? showDate(suspendedUntil, now) : null;
}
