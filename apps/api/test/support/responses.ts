import { tsRestFetchApi, type ApiFetcherArgs } from '@ts-rest/core';
import { z } from 'zod';

interface ApiResponse {
  status: number;
  body: unknown;
}

/** Returns the body of a success; throws a failure's status and body. */
export function ok<R extends ApiResponse>(response: R): Extract<R, { status: 200 | 201 }>['body'] {
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Counts responses by status and code, for example `{ 201: 1, '409 REQUEST_NOT_AVAILABLE': 49 }`. */
export function tally(responses: ApiResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const { code } = body as { code?: string };
    const outcome = code ? `${status} ${code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Makes `count` calls at once. */
export const atOnce = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Fetches for a client of the contract. Throws unless the response is what the contract says, without any other field. */
export async function fetchChecked(call: ApiFetcherArgs) {
  const response = await tsRestFetchApi(call);
  const schema = call.route.responses[response.status];
  if (!(schema instanceof z.ZodType)) throw new Error(`The contract has no status ${response.status} here`);
  const body = schema.parse(response.body);
  expect(response.body).toEqual(body);
  return { ...response, body };
}
