/** The validated Idempotency-Key of a call. ts-rest's release candidate infers the types of headers for zod 3 only. */
export const idempotencyKey = (headers: { 'idempotency-key'?: unknown }): string | undefined =>
  headers['idempotency-key'] as string | undefined;
