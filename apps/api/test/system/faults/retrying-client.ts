import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

interface Answer {
  status: number;
  body: unknown;
}

const PATIENCE_MS = 60_000;

/**
 * Repeats a call with the same Idempotency-Key, as the web app does, until it gets a response other than "we are busy".
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
