import autocannon, { type Options, type Result } from 'autocannon';
import type { Campus } from './campus.js';

export type Operation = 'list' | 'search' | 'create' | 'accept';

interface Measured {
  perSecond: number;
  /** In milliseconds. */
  p99: number;
}

interface Load {
  calls: number;
  connections: number;
  /** Total calls per second; as many as possible by default. */
  rate?: number;
}

/** Search words: mostly frequent ones, sometimes rare ones or ones without a match. */
const WORDS = ['ramen', 'pizza', 'burrito', 'salad', 'noodle', 'north', 'thai', 'no 4711', 'caviar', 'ta'];

/** Sends calls of one kind by many students; fails if one of them is refused. */
export async function load(url: string, campus: Campus, operation: Operation, { calls, connections, rate }: Load) {
  await campus.db.query('TRUNCATE rate_limits');
  const requests = operation === 'accept' ? await campus.openRequests(calls) : [];
  if (operation === 'accept' && requests.length < calls) throw new Error('not enough open requests');
  let number = 0;
  const times: number[] = [];
  let end = 0;
  const start = performance.now();
  const result = await new Promise<Result>((resolve, reject) => {
    const options: Options = {
      url,
      connections,
      amount: calls,
      ...(rate && { overallRate: rate }),
      requests: [
        {
          setupRequest(request) {
            const call = number++;
            const token = campus.tokens[call % campus.tokens.length]!;
            return { ...request, ...callOf(operation, call, requests[call]), headers: headers(operation, token) };
          },
        },
      ],
    };
    // autocannon's own figures are rounded to milliseconds and seconds.
    autocannon(options, (error: Error | null, finished) => (error ? reject(error) : resolve(finished))).on(
      'response',
      (_client, _status, _bytes, milliseconds) => {
        times.push(milliseconds);
        end = performance.now();
      },
    );
  });
  const failed = result.non2xx + result.errors;
  if (failed) throw new Error(`${failed} of ${calls} calls to ${operation} failed`);
  times.sort((a, b) => a - b);
  return { perSecond: (calls / (end - start)) * 1000, p99: times[Math.floor(calls * 0.99)]! } satisfies Measured;
}

const headers = (operation: Operation, token: string) => ({
  authorization: `Bearer ${token}`,
  ...((operation === 'create' || operation === 'accept') && { 'content-type': 'application/json' }),
});

function callOf(operation: Operation, call: number, requestId: string | undefined) {
  if (operation === 'list') return { method: 'GET' as const, path: `/api/requests?page=${1 + (call % 3)}&limit=10` };
  if (operation === 'search') {
    const word = encodeURIComponent(WORDS[call % WORDS.length]!);
    return { method: 'GET' as const, path: `/api/requests?page=1&limit=10&search=${word}` };
  }
  if (operation === 'accept')
    return { method: 'POST' as const, path: '/api/matches', body: JSON.stringify({ requestId }) };
  const meal = {
    mealPeriod: 'lunch',
    mealDescription: 'Veggie burrito',
    location: 'North Hall',
    description: 'No onions, please',
    urgency: 'medium',
    isFlexible: true,
    deadline: new Date(Date.now() + 7_200_000).toISOString(),
  };
  return { method: 'POST' as const, path: '/api/requests', body: JSON.stringify(meal) };
}
