/** The checked Idempotency-Key of a call. ts-rest's release candidate loses its type: it knows the headers of zod 3 only. */
export const idempotencyKey = (headers: { 'idempotency-key'?: unknown }): string | undefined =>
  headers['idempotency-key'] as string | undefined;
