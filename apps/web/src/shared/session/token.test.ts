import { afterEach, expect, it } from '@jest/globals';
import { hasExpired, onTokenChange, removeToken, storeToken, type TokenChange } from './token';

let stop: () => void = () => undefined;
afterEach(() => stop());

it('listeners hear of a removal only where a token was stored: a failed log-in of a visitor ends no notifications', () => {
  const heard: TokenChange[] = [];
  stop = onTokenChange((change) => heard.push(change));
  storeToken('of Ada');
  removeToken('expired');
  expect(hasExpired()).toBe(true);
  removeToken();
  expect(hasExpired()).toBe(false);
  expect(heard).toEqual(['stored', 'expired']);
});
