import { contract } from '@spareswipe/contract/routes';
import { initClient, type ApiFetcherArgs } from '@ts-rest/core';
import { readToken, removeToken } from '../session/token';
import { networkError } from './api-error';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The whole response. A truncated response counts as a network error. */
async function request(path: string, init: RequestInit) {
  // A screen starts several calls at once; in a task for each, taps are handled in between. Safari has no scheduler. A call
  // that has to outlive the page leaves at once.
  if (!init.keepalive && 'scheduler' in window && 'yield' in scheduler) await scheduler.yield();
  const response = await fetch(path, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? parsed(text) : text, headers: response.headers };
}

const isUnauthenticated = (status: number, body: unknown) =>
  status === 401 &&
  !(typeof body === 'object' && body !== null && 'code' in body && body.code === 'INVALID_CREDENTIALS');

/** Sends the bearer token if there is one; a 401 ends the session that made the call (spec §7). */
async function call({ path, method, headers, body, fetchOptions }: ApiFetcherArgs) {
  const token = readToken();
  const isCurrent = token !== null && !headers.authorization;
  const response = await request(path, {
    ...fetchOptions,
    method,
    headers: isCurrent ? { ...headers, authorization: `Bearer ${token}` } : headers,
    body,
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : networkError();
  });
  // a wrong password is a 401 too, but says nothing about the session
  if (isCurrent && token === readToken() && isUnauthenticated(response.status, response.body)) removeToken('expired');
  return response;
}

export const client = initClient(contract, { baseUrl: API_ORIGIN, baseHeaders: {}, api: call });
export type Client = typeof client;
