import type { ErrorCode, Failure } from '@spareswipe/contract';

/** NETWORK: no answer came. UNREADABLE: the answer was not one of the API's (a proxy's error page, say). */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNREADABLE';
type Extra = Omit<Failure, 'success' | 'code' | 'message' | 'errors'>;

/** Any failed call. `message` is the server's own words, or a plain sentence when it could not speak (`spoken: false`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: FailureCode,
    message: string,
    readonly status = 0,
    readonly errors: NonNullable<Failure['errors']> = [],
    readonly extra: Extra = {},
  ) {
    super(message);
  }

  /** Whether the server answered with a message a student may read. */
  get spoken() {
    return this.code !== 'NETWORK' && this.code !== 'UNREADABLE';
  }

  /** Trying the same again may work: nobody answered, or the server stumbled. */
  get passing() {
    return !this.spoken || this.status >= 500;
  }
}

export const networkError = () =>
  new ApiError('NETWORK', 'We could not reach SpareSwipe. Please check your connection.');

export function failureFrom(status: number, body: unknown): ApiError {
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
    const { code, message, errors, ...extra } = body as Failure;
    return new ApiError(code, message, status, errors, extra);
  }
  return new ApiError('UNREADABLE', 'SpareSwipe did not answer as expected. Please try again.', status);
}

export const isCode = (error: unknown, code: FailureCode): error is ApiError =>
  error instanceof ApiError && error.code === code;
