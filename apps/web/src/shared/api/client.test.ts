import { describe, expect, it, jest } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { failure, fakeServer, ok } from '../../../test/fake-server';
import { given } from '../../../test/given';
import { onTokenChange, storeToken } from '../session/token';
import { ApiError } from './api-error';
import { api, unwrap } from './client';

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was expected to fail with an ApiError');
  return error;
};
const me = () => unwrap(api.users.me());

describe('a call of the API', () => {
  it('carries the stored token, and none without [spec §7.1]', async () => {
    const server = fakeServer().on(contract.users.me, ok({ user: given.student() }));
    await me();
    storeToken('secret');
    await me();
    const sent = server.calls(contract.users.me).map(({ headers }) => headers.get('authorization'));
    expect(sent).toEqual([null, 'Bearer secret']);
  });

  it('returns the body of a success', async () => {
    const ada = given.student();
    fakeServer().on(contract.users.me, ok({ user: ada }));
    expect((await me()).user).toEqual(ada);
  });

  it('fails with the server’s code, words and extras [spec §7.10]', async () => {
    fakeServer().on(contract.requests.create, failure('ACCOUNT_SUSPENDED', { suspendedUntil: '2026-03-01T00:00:00Z' }));
    const body = { ...given.request(), status: undefined };
    const error = await failureOf(unwrap(api.requests.create({ body })));
    expect(error).toMatchObject({ code: 'ACCOUNT_SUSPENDED', status: 403, message: 'Your account is suspended' });
    expect(error.extra.suspendedUntil).toBe('2026-03-01T00:00:00Z');
  });

  it('fails with as much as a response says: a message without a code, a code without a message, nothing', async () => {
    const failing = (body: object) => {
      globalThis.fetch = () => Promise.resolve(Response.json(body, { status: 400 }));
      return failureOf(me());
    };
    expect(await failing({ message: 'No' })).toMatchObject({ code: 'UNNAMED', message: 'No', spoken: true });
    expect(await failing({ error: 'No' })).toMatchObject({ code: 'UNNAMED', message: 'No' });
    expect(await failing({ code: 'NOT_FOUND' })).toMatchObject({ code: 'NOT_FOUND', message: '' });
    expect(await failing({})).toMatchObject({ code: 'UNNAMED', message: '', passing: false });
    expect(await failing({ message: 'No', errors: null })).toMatchObject({ message: 'No', errors: [] });
  });

  it('fails as NETWORK when no response comes', async () => {
    fakeServer().down();
    expect(await failureOf(me())).toMatchObject({ code: 'NETWORK', spoken: false, passing: true });
  });

  it.each(['application/json', 'text/html'])('fails as NETWORK when a response of %s breaks off', async (type) => {
    const broken = new Response('{"success":', { headers: { 'content-type': type } });
    broken.text = broken.json = () => Promise.reject(new TypeError('network error'));
    globalThis.fetch = () => Promise.resolve(broken);
    expect(await failureOf(me())).toMatchObject({ code: 'NETWORK', spoken: false, passing: true });
  });

  it('fails as UNREADABLE when something other than the API responds', async () => {
    globalThis.fetch = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await failureOf(me())).toMatchObject({ code: 'UNREADABLE', status: 502, spoken: false });
    globalThis.fetch = () => Promise.resolve(new Response('<h1>Hotel Wi-Fi</h1>', { status: 200 }));
    expect(await failureOf(me())).toMatchObject({ code: 'UNREADABLE', status: 200 });
  });
});

describe('a 401', () => {
  it('ends the session that made the call [spec §7.9]', async () => {
    fakeServer().on(contract.users.me, failure('UNAUTHENTICATED'));
    storeToken('old');
    const heard = jest.fn();
    const stop = onTokenChange(heard);
    await failureOf(me());
    stop();
    expect(localStorage.getItem('token')).toBeNull();
    expect(heard).toHaveBeenCalledWith('expired');
  });

  it('does not end a session that began meanwhile', async () => {
    fakeServer().on(contract.users.me, () => {
      storeToken('new');
      return failure('UNAUTHENTICATED');
    });
    storeToken('old');
    await failureOf(me());
    expect(localStorage.getItem('token')).toBe('new');
  });

  it('for a wrong password leaves the session alone', async () => {
    fakeServer().on(contract.account.deactivate, failure('INVALID_CREDENTIALS'));
    storeToken('mine');
    await failureOf(unwrap(api.account.deactivate({ body: { password: 'wrong' } })));
    expect(localStorage.getItem('token')).toBe('mine');
  });
});
