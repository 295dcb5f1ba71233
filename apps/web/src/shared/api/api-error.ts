import type { ErrorCode, Failure } from '@spareswipe/contract';

/**
 * NETWORK: no answer came. UNREADABLE: the answer was not one of the API's (a proxy's error page, say). UNNAMED: an
 * answer without a code, which the API does not give, but what stands before it may.
 */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED';
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

  /** Whether the server answered. Its `message` is for students to read; it is empty where the server gave none. */
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

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What an answer says went wrong: its code, and its `message` or `error` (spec §7 has both), as far as they are there. */
export function failureFrom(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null)
    return new ApiError('UNREADABLE', 'SpareSwipe did not answer as expected. Please try again.', status);
  const { code, message, error, errors, ...extra } = body as Partial<Failure> & { error?: unknown };
  const issues = Array.isArray(errors) ? errors : [];
  return new ApiError(code ?? 'UNNAMED', textOf(message) || textOf(error), status, issues, extra);
}

export const isCode = (error: unknown, code: FailureCode): error is ApiError =>
  error instanceof ApiError && error.code === code;
