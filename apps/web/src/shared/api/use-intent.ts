import { useState } from 'react';
import { v4 as randomId } from 'uuid';
import { readToken } from '../session/token';
import { ApiError } from './api-error';

/** How long a network that has just failed gets before a call is repeated. */
export const SECOND_TRY_MS = 500;

export interface IdempotencyHeaders {
  'idempotency-key': string;
}

/** The keys of intents without a known outcome, by the intent as JSON. */
export interface IntentKeys {
  get(intent: string): string | undefined;
  set(intent: string, key: string): unknown;
  delete(intent: string): unknown;
}

/** Refusals that come before the server looks up the key: they say nothing about an earlier try. */
const BEFORE_LOOKUP = ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'CONFIRMATION_REQUIRED'];

/**
 * Sends calls that carry an Idempotency-Key. An intent keeps its key until its outcome is known, so that pressing again
 * after a lost response has one effect; the same intent after that gets a new key. A call without a response is repeated
 * once. TanStack's `retry` would wait for a hidden tab to be looked at again, and by then somebody else may be logged in.
 */
export function useIntent<Intent, Result>(
  call: (intent: Intent, headers: IdempotencyHeaders) => Promise<Result>,
  keptKeys?: IntentKeys,
) {
  const [ownKeys] = useState(() => new Map<string, string>());
  const keys = keptKeys ?? ownKeys;

  async function send(intent: Intent): Promise<Result> {
    const json = JSON.stringify(intent);
    const earlierKey = keys.get(json);
    const key = earlierKey ?? randomId();
    keys.set(json, key);
    let isRepeated = earlierKey !== undefined;
    let mayHaveArrived = isRepeated;
    const attempt = () => {
      // without a network nothing has left the device, so nothing is unanswered
      mayHaveArrived ||= navigator.onLine;
      return call(intent, { 'idempotency-key': key });
    };
    try {
      const result = await repeatOnce(attempt, () => (isRepeated = true));
      keys.delete(json);
      return result;
    } catch (error) {
      if (!mayHaveArrived || isFinal(error, isRepeated)) keys.delete(json);
      throw error;
    }
  }

  return {
    send,
    /** Whether the intent was sent and its outcome is unknown: the response may have been lost. */
    isUnanswered: (intent: Intent) => keys.get(JSON.stringify(intent)) !== undefined,
  };
}

/** Repeats a call that got no response of the API, for the same student only. Any such response ends it. */
async function repeatOnce<Result>(attempt: () => Promise<Result>, onRepeat: () => void): Promise<Result> {
  const token = readToken();
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.spoken) throw error;
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    if (token !== readToken()) throw error;
    onRepeat();
    return attempt();
  }
}

/**
 * Whether a failure says that the intent was not carried out, by this try or an earlier one. BUSY does not: the API also
 * sends it when it loses PostgreSQL during a commit.
 */
const isFinal = (error: unknown, isRepeated: boolean) =>
  error instanceof ApiError && !error.passing && !(isRepeated && BEFORE_LOOKUP.includes(error.code));
