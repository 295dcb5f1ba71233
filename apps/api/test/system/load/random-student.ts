import { randomUUID } from 'node:crypto';
import type { GivenStudent } from '../../support/given.js';
import type { Api } from '../../support/start-api.js';
import { lunch } from '../../support/lunch.js';

/** A repeatable stream of numbers below a bound (mulberry32), so that a printed seed names a run's choices. */
export function dice(seed: number) {
  let state = seed | 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Answer {
  status: number;
  body: unknown;
}

/** Refusals when others are quicker, the credits run out or a limit is reached. Any other failure is a fault. */
const EXPECTED = new Set([
  'INSUFFICIENT_CREDITS',
  'ACCOUNT_SUSPENDED',
  'OWN_REQUEST',
  'TOO_MANY_OPEN_MATCHES',
  'TOO_MANY_REQUESTS',
  'REQUEST_NOT_ACTIVE',
  'REQUEST_NOT_AVAILABLE',
  'MATCH_NOT_ACTIVE',
  'CONFIRMATION_PENDING',
  'MEETING_NOT_OPEN',
  'ALREADY_RATED',
  'NOT_FOUND',
]);

const pick = <T>(roll: (below: number) => number, from: T[]): T | undefined => from[roll(from.length)];

/**
 * One of many students who press random buttons. The ids in `requests` and `matches` are everybody's, so that they act on
 * each other's things too.
 */
export function randomStudent(
  roll: (below: number) => number,
  seen: { requests: string[]; matches: string[] },
  callAs: (student: GivenStudent) => ReturnType<Api['as']>,
) {
  const soon = () => new Date(Date.now() + (31 + roll(1000)) * 60_000).toISOString();
  const anyRequest = () => pick(roll, seen.requests.slice(-40)) ?? randomUUID();
  const anyMatch = () => pick(roll, seen.matches.slice(-30)) ?? randomUUID();
  const headers = () => ({ 'idempotency-key': randomUUID() });

  const actions: ((call: ReturnType<Api['as']>) => Promise<Answer>)[] = [
    async (call) => {
      const answer = await call.requests.create({ body: lunch({ deadline: soon() }), headers: headers() });
      if (answer.status === 201) seen.requests.push(answer.body.request._id);
      return answer;
    },
    async (call) => {
      const answer = await call.matches.accept({ body: { requestId: anyRequest() }, headers: headers() });
      if (answer.status === 201) seen.matches.push(answer.body.match._id);
      return answer;
    },
    (call) => call.requests.cancel({ params: { id: anyRequest() } }),
    (call) => call.matches.complete({ params: { id: anyMatch() } }),
    (call) => call.matches.release({ params: { id: anyMatch() } }),
    (call) =>
      call.ratings.rate({ params: { id: anyMatch() }, body: { followedThrough: true, score: 5 }, headers: headers() }),
    (call) => call.ratings.rate({ params: { id: anyMatch() }, body: { followedThrough: false }, headers: headers() }),
    (call) => call.requests.browse({ query: { page: 1 + roll(3) } }),
    (call) => call.requests.mine({ query: {} }),
    (call) => call.matches.mine({ query: {} }),
    (call) => call.matches.met({ params: { id: anyMatch() }, headers: headers() }),
  ];
  // what changes most is pressed most
  const weights = [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10];

  /** Presses something; returns what is wrong with the response. */
  return async (student: GivenStudent): Promise<{ effect: boolean; fault?: string }> => {
    const { status, body } = await actions[pick(roll, weights)!]!(callAs(student));
    const { code } = body as { code?: string };
    if (status < 300) return { effect: true };
    return { effect: false, fault: EXPECTED.has(code ?? '') ? undefined : `${status} ${JSON.stringify(body)}` };
  };
}
