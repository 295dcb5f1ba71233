import { loadScript } from '../load-script';
import { failureFrom, networkError } from './api-error';
import type { Client } from './contract-client';

/** Loads what every call needs. */
export const loadClient = () =>
  loadScript(() => import('./contract-client')).catch(() => {
    throw networkError();
  });

type Call = (...args: unknown[]) => Promise<unknown>;
type Calls = Record<string, Record<string, Call>>;

/**
 * The typed client of the contract: `api.requests.mine({ query })`. It loads with the first call, so that a
 * visitor's first screen is painted without it, and has routes without schemas: responses are not checked.
 */
export const api = new Proxy({} as Client, {
  get: (_, group: string) =>
    new Proxy(
      {},
      {
        get:
          (_group, route: string): Call =>
          async (...args) => {
            const calls = (await loadClient()).client as unknown as Calls;
            return calls[group]?.[route]?.(...args);
          },
      },
    ),
});

type Answer = { status: number; body: unknown };
type Success<A extends Answer> = Extract<A, { status: 200 | 201 }>['body'];

/** The body of a success; anything else is thrown as an ApiError. */
export async function unwrap<A extends Answer>(call: Promise<A>): Promise<Success<A>> {
  const { status, body } = await call;
  if ((status === 200 || status === 201) && typeof body === 'object' && body !== null) return body;
  throw failureFrom(status, body);
}
