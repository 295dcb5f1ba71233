import { withUntil } from '../dates';
import { ApiError } from './api-error';

/** For `catch`: throws the error again. For a paused campus its message names the end of the pause on the student's clock. */
export function untilWhen(error: unknown): never {
  if (error instanceof ApiError) error.message = withUntil(error.message, error.extra.pausedUntil, new Date());
  throw error;
}
