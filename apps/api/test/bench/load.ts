import { setTimeout as pause } from 'node:timers/promises';
import autocannon, { type Options, type Result } from 'autocannon';
import { PASSWORD, STUDENTS, type Campus } from './campus.js';

export type Operation = 'list' | 'search' | 'create' | 'accept' | 'logIn';

interface Load {
  calls: number;
  connections: number;
}

interface Paced {
  calls: number;
  perSecond: number;
}

/** Search words: mostly frequent ones, sometimes rare ones or ones without a match. */
const WORDS = ['ramen', 'pizza', 'burrito', 'salad', 'noodle', 'north', 'thai', 'no 4711', 'caviar', 'ta'];

/** Calls per second where each connection sends its next call as soon as it can. Fails if a call is refused. */
export async function throughput(url: string, campus: Campus, operation: Operation, load: Load) {
  return drive(url, operation, await callsTo(campus, operation, load.calls), load);
}

/** The same for calls of one's own. */
export async function drive(url: string, what: string, callOf: (call: number) => object, load: Load): Promise<number> {
  const { calls, connections } = load;
  let number = 0;
  const start = performance.now();
  let end = start; // autocannon itself ends at a whole second
  const result = await new Promise<Result>((resolve, reject) => {
    const setupRequest = (request: object) => ({ ...request, ...callOf(number++) });
    const options: Options = { url, connections, amount: calls, requests: [{ setupRequest }] };
    const run = autocannon(options, (error: Error | null, finished) => (error ? reject(error) : resolve(finished)));
    run.on('response', () => (end = performance.now()));
  });
  const failed = result.non2xx + result.errors;
  if (failed) throw new Error(`${failed} of ${calls} calls to ${what} failed`);
  return (calls / (end - start)) * 1000;
}

/**
 * The p99 in milliseconds of calls at even intervals, each counted from the moment when it was due. autocannon's own rate
 * would send all calls of a second at its beginning, and so measure how fast a queue shortens.
 */
export async function latency(
  url: string,
  campus: Campus,
  operation: Operation,
  { calls, perSecond }: Paced,
  isExpected = ({ ok }: Response) => ok,
) {
  const callOf = await callsTo(campus, operation, calls);
  const start = performance.now();
  const times = await Promise.all(
    Array.from({ length: calls }, async (_, number) => {
      const due = start + (number * 1000) / perSecond;
      await pause(due - performance.now());
      const { path, ...call } = callOf(number);
      const response = await fetch(url + path, call);
      if (!isExpected(response)) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      return performance.now() - due;
    }),
  );
  return times.sort((a, b) => a - b)[Math.floor(calls * 0.99)]!;
}

/**
 * Sends lists at this rate, however slow the responses are, from 512 connections. Counts those served, those refused
 * with 503, and those that failed otherwise.
 */
export async function flood(
  url: string,
  campus: Campus,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const callOf = await callsTo(campus, 'list', 0);
  let number = 0;
  const result = await new Promise<Result>((resolve, reject) => {
    const setupRequest = (request: object) => ({ ...request, ...callOf(number++) });
    const load = { connections: 512, duration: seconds, overallRate: Math.round(perSecond) };
    const options: Options = { url, ...load, requests: [{ setupRequest }] };
    autocannon(options, (error: Error | null, finished) => (error ? reject(error) : resolve(finished)));
  });
  const refused = result.statusCodeStats?.['503']?.count ?? 0;
  return { served: result['2xx'], refused, failed: result.non2xx - refused + result.errors };
}

/** The n-th of so many calls, by one of the students after another. */
async function callsTo(campus: Campus, operation: Operation, calls: number) {
  await campus.db.query('TRUNCATE rate_limits');
  const requests = operation === 'accept' ? await campus.openRequests(calls) : [];
  if (operation === 'accept' && requests.length < calls) throw new Error('not enough open requests');
  return (number: number) => {
    const token = campus.tokens[number % campus.tokens.length]!;
    return { ...callOf(operation, number, requests[number]), headers: headers(operation, token) };
  };
}

const headers = (operation: Operation, token: string) => ({
  authorization: `Bearer ${token}`,
  ...(operation !== 'list' && operation !== 'search' && { 'content-type': 'application/json' }),
});

function callOf(operation: Operation, call: number, requestId: string | undefined) {
  if (operation === 'list') return { method: 'GET' as const, path: `/api/requests?page=${1 + (call % 3)}&limit=10` };
  if (operation === 'search') {
    const word = encodeURIComponent(WORDS[call % WORDS.length]!);
    return { method: 'GET' as const, path: `/api/requests?page=1&limit=10&search=${word}` };
  }
  if (operation === 'accept')
    return { method: 'POST' as const, path: '/api/matches', body: JSON.stringify({ requestId }) };
  if (operation === 'logIn') {
    const body = JSON.stringify({ email: `student${call % STUDENTS}@bench.edu`, password: PASSWORD });
    return { method: 'POST' as const, path: '/api/auth/login', body };
  }
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
