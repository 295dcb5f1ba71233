import type { CampusPause } from '@spareswipe/contract';
import { AppError } from '../../platform/common/app-error.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Throws ACCOUNT_SUSPENDED, naming the date, for a suspended student, and CAMPUS_PAUSED for students of a paused campus:
 * they may neither create nor accept.
 */
export function assertMayExchange({ user, pause }: SignedInStudent): void {
  const { suspendedUntil } = user.strikes;
  if (suspendedUntil) {
    const message = `Your account is suspended until ${DATE.format(new Date(suspendedUntil))} UTC`;
    throw new AppError('ACCOUNT_SUSPENDED', { suspendedUntil, message });
  }
  if (pause) throw campusPaused('Your campus', pause);
}

/**
 * The failure for posting and accepting on a paused campus; `campus` begins its message. Screens add `pausedUntil` to it, on
 * the student's clock.
 */
export function campusPaused(campus: string, { notice, until }: CampusPause): AppError {
  return new AppError('CAMPUS_PAUSED', {
    notice,
    pausedUntil: until ?? undefined,
    message: `${campus} is paused: ${notice}`,
  });
}
