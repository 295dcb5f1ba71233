import { z } from 'zod';
import { failureFrom } from './api-error';

/** Throws NOT_FOUND unless it is an id. An address can hold any text, also `my`, the name of another route. */
export function assertId(id: string): void {
  if (!z.uuid().safeParse(id).success) throw failureFrom(404, { code: 'NOT_FOUND' });
}
