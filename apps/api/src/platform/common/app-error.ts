import { errors, type ErrorCode, type Failure } from '@spareswipe/contract';

type Extra = Partial<Omit<Failure, 'success' | 'code'>>;

/** A failure that students may see. `code` decides status and message; `extra` adds to the body or replaces the message. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly extra: Extra = {},
    options?: ErrorOptions,
  ) {
    super(extra.message ?? errors[code].message, options);
    this.status = errors[code].status;
  }

  body(): Failure {
    return { success: false, code: this.code, ...this.extra, message: this.message };
  }
}

/** One field of a body is wrong, as only we can tell. */
export const wrongField = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, errors: [{ path, message }] });
