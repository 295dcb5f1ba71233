import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { fakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { client } from './contract-client';

describe('a call', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('waits for a response however long it takes [spec §9.13]', async () => {
    const me = ok({ user: given.student() });
    fakeServer().on(contract.users.me, () => new Promise((resolve) => setTimeout(() => resolve(me), 3_600_000)));
    const call = client.users.me();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect((await call).status).toBe(200);
  });
});
