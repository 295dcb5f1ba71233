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
  replayOrRun(key: string | undefined, request: string, at: number, run: () => Answer): Answer {
    if (key === undefined) return run();
    const first = this.answers.get(key);
    if (first && at - first.at < KEPT_SECONDS) {
      if (first.request !== request) throw reused(key);
      return structuredClone(first.answer);
    }
    const answer = run();
    this.answers.set(key, { request, at, answer: structuredClone(answer) });
    return answer;
  }
}

const reused = (key: string) =>
  new Failure(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
