import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, networkError } from './api-error';
import { onceMore, SECOND_TRY_MS } from './once-more';
import { removeToken, storeToken } from '../session/token';

describe('a call that has one effect however often it is sent', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    storeToken('of Mia');
  });
  afterEach(() => void jest.useRealTimers());

  /** Sends something, for which these are the outcomes. */
  function sending(...outcomes: (Error | string)[]) {
    const waiting = [...outcomes];
    const call = () => {
      const outcome = waiting.shift();
      if (outcome === undefined) throw new Error('It was sent once too often');
      return typeof outcome === 'string' ? Promise.resolve(outcome) : Promise.reject(outcome);
    };
    const result = onceMore(call).catch((error: unknown) => error);
    return { result, isOver: () => waiting.length === 0 };
  }

  it('is sent again half a second after nobody answered, and not before', async () => {
    const { result, isOver } = sending(networkError(), 'accepted');
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS - 1);
    expect(isOver()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await result).toBe('accepted');
  });

  it('fails when nobody answers the second time either', async () => {
    const { result } = sending(networkError(), networkError());
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS);
    expect(await result).toMatchObject({ code: 'NETWORK' });
  });

  it.each([
    new ApiError('INTERNAL', 'Sorry', 500),
    new ApiError('BUSY', 'Sorry', 503),
    new ApiError('UNREADABLE', 'Sorry', 502),
    new ApiError('REQUEST_NOT_AVAILABLE', 'Gone', 409),
  ])('is not sent again after an answer: $code', async (answer) => {
    const { result } = sending(answer);
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS);
    expect(await result).toBe(answer);
  });

  it.each([
    ['nobody is logged in', () => removeToken()],
    ['somebody else is logged in', () => storeToken('of Noah')],
  ])('is not sent again once %s', async (_who, change) => {
    const { result } = sending(networkError());
    change();
    await jest.advanceTimersByTimeAsync(SECOND_TRY_MS);
    expect(await result).toMatchObject({ code: 'NETWORK' });
  });
});
