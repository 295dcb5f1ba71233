import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { removeToken, storeToken } from '../session/token';
import { ApiError, networkError } from './api-error';
import { SECOND_TRY_MS, useIntent } from './use-intent';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const expired = () => new ApiError('UNAUTHENTICATED', 'Log in', 401);
const unconfirmed = () => new ApiError('CONFIRMATION_REQUIRED', 'Enter a code', 403);
const busy = () => new ApiError('BUSY', 'Sorry', 503);

beforeEach(() => {
  jest.useFakeTimers();
  storeToken('of Mia');
});
afterEach(() => void jest.useRealTimers());

/** Intents with these outcomes, one after the other; and the keys under which they were sent. */
function sending(...outcomes: (Error | string)[]) {
  const waiting = [...outcomes];
  const keys: string[] = [];
  const { result, rerender } = renderHook(() =>
    useIntent((_meal: string, headers) => {
      keys.push(headers['idempotency-key']);
      const outcome = waiting.shift();
      if (outcome === undefined) throw new Error('It was sent once too often');
      return typeof outcome === 'string' ? Promise.resolve(outcome) : Promise.reject(outcome);
    }),
  );
  async function send(meal: string) {
    rerender();
    const response = result.current.send(meal).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS);
    return response;
  }
  return { send, keys, current: () => result.current };
}

describe('a call with an idempotency key', () => {
  it.each([
    ['no response came', networkError()],
    ['the error page of a proxy came', new ApiError('UNREADABLE', 'Sorry', 502)],
  ])('is repeated under the same key half a second after %s, and not before', async (_what, lost) => {
    const { keys, current } = sending(lost, 'accepted');
    const response = current().send('soup');
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS - 1);
    expect(keys).toEqual([expect.stringMatching(UUID)]);
    await jest.advanceTimersByTimeAsync(1);
    expect(await response).toBe('accepted');
    expect(keys[1]).toBe(keys[0]);
  });

  it('fails when no response comes the second time either', async () => {
    const { send, current } = sending(networkError(), networkError());
    expect(await send('soup')).toMatchObject({ code: 'NETWORK' });
    expect(current().isUnanswered('soup')).toBe(true);
  });

  it.each([new ApiError('INTERNAL', 'Sorry', 500), busy(), new ApiError('REQUEST_NOT_AVAILABLE', 'Gone', 409)])(
    'is not repeated after a response: $code',
    async (response) => {
      const { send, keys } = sending(response);
      expect(await send('soup')).toBe(response);
      expect(keys).toHaveLength(1);
    },
  );

  it.each([
    ['nobody is logged in', () => removeToken()],
    ['somebody else is logged in', () => storeToken('of Noah')],
  ])('is not repeated once %s', async (_who, change) => {
    const { keys, current } = sending(networkError());
    const response = current()
      .send('soup')
      .catch((error: unknown) => error);
    change();
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS);
    expect(await response).toMatchObject({ code: 'NETWORK' });
    expect(keys).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('stays the same while the outcome of the intent is unknown', async () => {
    const { send, keys } = sending(networkError(), networkError(), busy(), 'posted');
    await send('soup');
    await send('soup');
    await send('soup');
    expect(new Set(keys).size).toBe(1);
  });

  it('is another one for another intent, each with its own', async () => {
    const { send, keys } = sending(busy(), busy(), 'posted', 'posted');
    for (const meal of ['soup', 'salad', 'soup', 'salad']) await send(meal);
    const [soup, salad, ...again] = keys;
    expect(salad).not.toBe(soup);
    expect(again).toEqual([soup, salad]);
  });

  it.each([
    ['success', 'posted'],
    ['refusal', new ApiError('INSUFFICIENT_CREDITS', 'No meals', 402)],
  ] as const)('is new for the same intent after a %s', async (_what, outcome) => {
    const { send, keys, current } = sending(outcome, 'posted');
    await send('soup');
    expect(current().isUnanswered('soup')).toBe(false);
    await send('soup');
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('outlives a refusal that came before the server looked the key up, after a lost response', async () => {
    const { send, keys } = sending(busy(), expired(), unconfirmed(), 'posted');
    await send('soup');
    await send('soup');
    await send('soup');
    await send('soup');
    expect(new Set(keys).size).toBe(1);
  });

  it('ends with a try that never left the device', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { send, current } = sending(networkError(), networkError());
    await send('soup');
    expect(current().isUnanswered('soup')).toBe(false);
    onLine.mockRestore();
  });

  it('outlives such a try where the network was back for its repetition', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    const { send, current } = sending(networkError(), networkError());
    await send('soup');
    expect(current().isUnanswered('soup')).toBe(true);
    onLine.mockRestore();
  });

  it('does not outlive such a refusal of the first try', async () => {
    const { send, current } = sending(expired());
    await send('soup');
    expect(current().isUnanswered('soup')).toBe(false);
  });
});
