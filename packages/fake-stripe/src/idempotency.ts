import { createHash } from 'node:crypto';
import { Failure } from './failure.js';

export interface Answer {
  status: number;
  body: object;
}

const KEPT_SECONDS = 24 * 3600;

/** Keeps the first response to each Idempotency-Key for a day; a failure too, if the call had begun to run. */
export class IdempotencyKeys {
  private readonly answers = new Map<string, { request: string; at: number; answer: Answer }>();

  /** Runs the call, or replays the response to the key's first call. Refuses the same key with other parameters. */
  replayOrRun(
    key: string | undefined,
    request: string,
    at: number,
    run: () => Answer,
  ): { answer: Answer; replayed: boolean } {
    if (key === undefined) return { answer: run(), replayed: false };
    const digest = createHash('sha256').update(request).digest('hex');
    const first = this.answers.get(key);
    if (first && at - first.at < KEPT_SECONDS) {
      if (first.request !== digest) throw reused(key);
      return { answer: structuredClone(first.answer), replayed: true };
    }
    const answer = run();
    this.answers.set(key, { request: digest, at, answer: structuredClone(answer) });
    return { answer, replayed: false };
  }
}

const reused = (key: string) =>
  new Failure(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
