import type { ErrorCode, Failure } from '@spareswipe/contract';

/**
 * NETWORK: no response came. UNREADABLE: the response is not the API's, for example a proxy's error page. UNNAMED: a
 * response without a code, which only something in front of the API sends.
 */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNREADABLE' | 'UNNAMED';
type Extra = Omit<Failure, 'success' | 'code' | 'message' | 'errors'>;

/** Any failed call. `message` comes from the server, or is a plain sentence of ours where `spoken` is false. */
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

  /** Whether the server responded. Its `message` is for students to read; it is empty where the server sent none. */
  get spoken() {
    return this.code !== 'NETWORK' && this.code !== 'UNREADABLE';
  }

  /** Whether trying again may work: no response came, or the server failed. */
  get passing() {
    return !this.spoken || this.status >= 500;
  }
}

export const networkError = () =>
  new ApiError('NETWORK', 'We could not reach SpareSwipe. Please check your connection.');

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The failure that a response describes: its code, and its `message` or `error` (spec §7 has both), if present. */
export function failureFrom(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null)
    return new ApiError('UNREADABLE', 'SpareSwipe did not answer as expected. Please try again.', status);
  const { code, message, error, errors, ...extra } = body as Partial<Failure> & { error?: unknown };
  const issues = Array.isArray(errors) ? errors : [];
  return new ApiError(code ?? 'UNNAMED', textOf(message) || textOf(error), status, issues, extra);
}

export const isCode = (error: unknown, code: FailureCode): error is ApiError =>
  error instanceof ApiError && error.code === code;
