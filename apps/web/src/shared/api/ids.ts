import { failureFrom } from './api-error';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text can be an id. An address can hold any text. */
export const isId = (text = ''): text is string => ID.test(text);

/** Throws NOT_FOUND unless it is an id: another text may be the name of another route, such as `my`. */
export function assertId(text: string): void {
  if (!isId(text)) throw failureFrom(404, { code: 'NOT_FOUND' });
}
