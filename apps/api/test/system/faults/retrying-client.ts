import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

interface Answer {
  status: number;
  body: unknown;
}

const PATIENCE_MS = 60_000;

/**
 * Sends a call until something answers it, with the same Idempotency-Key every time, as the web app does: no answer and
 * "we are busy" are tried again, everything else is an answer.
 */
export async function persist<A extends Answer>(
  call: (headers: { 'idempotency-key': string }) => Promise<A>,
): Promise<A> {
  const headers = { 'idempotency-key': randomUUID() };
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await call(headers).catch((error: unknown) => {
      if (Date.now() > until) throw error;
      return undefined;
    });
    if (answer && (answer.status !== 503 || Date.now() > until)) return answer;
    await pause(20 + Math.random() * 30);
  }
}
