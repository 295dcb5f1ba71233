import { afterEach, expect, it } from '@jest/globals';
import { hasExpired, onTokenChange, removeToken, storeToken, type TokenChange } from './token';

let stop: () => void = () => undefined;
afterEach(() => stop());

it('a page that Back brings back as it was left asks who is logged in now', () => {
  const heard: TokenChange[] = [];
  stop = onTokenChange((change) => heard.push(change));
  for (const persisted of [false, true]) window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  expect(heard).toEqual(['in another tab']);
});

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
