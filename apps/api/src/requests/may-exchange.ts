import { AppError } from '../common/app-error.js';
import type { SignedInStudent } from '../http/current-student.js';

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Throws ACCOUNT_SUSPENDED, naming the date, for a suspended student: they may neither create nor accept (DESIGN §6). */
export function assertMayExchange({ user }: SignedInStudent, now: Date): void {
  const { suspendedUntil } = user.strikes;
  if (!suspendedUntil || new Date(suspendedUntil) <= now) return;
  const message = `Your account is suspended until ${DATE.format(new Date(suspendedUntil))} UTC`;
  throw new AppError('ACCOUNT_SUSPENDED', { suspendedUntil, message });
}
