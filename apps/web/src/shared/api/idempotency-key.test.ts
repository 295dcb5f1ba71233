import { describe, expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { randomUuid, useIdempotencyKeys } from './idempotency-key';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('the idempotency key', () => {
  it('is a UUID, another one each time', () => {
    expect(randomUuid()).toMatch(UUID);
    expect(randomUuid()).not.toBe(randomUuid());
  });

  it('stays the same while the same wish is tried again', () => {
    const { result, rerender } = renderHook(() => useIdempotencyKeys());
    const first = result.current.headersFor({ meal: 'soup' });
    rerender();
    expect(result.current.headersFor({ meal: 'soup' })).toEqual(first);
    expect(first['idempotency-key']).toMatch(UUID);
  });

  it('is new for another wish, and for the same one after it came true', () => {
    const { result } = renderHook(() => useIdempotencyKeys());
    const first = result.current.headersFor({ meal: 'soup' });
    const second = result.current.headersFor({ meal: 'salad' });
    expect(second).not.toEqual(first);
    result.current.settled({ meal: 'salad' });
    expect(result.current.headersFor({ meal: 'salad' })).not.toEqual(second);
    expect(result.current.headersFor({ meal: 'soup' })).toEqual(first);
  });
});
