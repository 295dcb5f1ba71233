import { readToken } from '../session/token';
import { isCode } from './api-error';

/** A network that has just failed gets so long before a call is tried again. */
export const SECOND_TRY_MS = 500;

/**
 * Sends a call with an idempotency key, and once more where no answer came: what the server decided on hearing the first is
 * its answer to the second. Any answer ends it. TanStack's `retry` would wait for a hidden tab to be looked at again, and
 * somebody else may be logged in by then: what is sent for this student is sent while this student is here.
 */
export async function onceMore<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const token = readToken();
  try {
    return await send();
  } catch (error) {
    if (!isCode(error, 'NETWORK')) throw error;
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    if (token !== readToken()) throw error;
    return send();
  }
}
