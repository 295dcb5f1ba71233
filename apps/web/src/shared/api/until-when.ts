import { withUntil } from '../dates';
import { ApiError } from './api-error';

/** For `catch`: throws on, and a pause of the campus names its end on the student's own clock, as the screens do. */
export function untilWhen(error: unknown): never {
  if (error instanceof ApiError) error.message = withUntil(error.message, error.extra.pausedUntil, new Date());
  throw error;
}
