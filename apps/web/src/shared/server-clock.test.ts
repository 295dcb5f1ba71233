import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { learnServerTime, msSince } from './server-clock';

const NOON = Date.parse('2026-03-03T12:00:00Z');
const MINUTE = 60_000;

/** A response that the server wrote at once, and that arrived a while later. */
function respond(serverTime: number, arrivedAfterMs: number) {
  const sentAt = Date.now();
  jest.setSystemTime(sentAt + arrivedAfterMs);
  learnServerTime(new Date(serverTime).toUTCString(), sentAt);
}

/** The server's time as this device knows it, in seconds after noon. */
const serverSeconds = () => msSince(new Date(NOON).toISOString()) / 1000;

beforeEach(() => void jest.useFakeTimers({ now: NOON }));
afterEach(() => void jest.useRealTimers());

it('a slow response does not make the server look behind', () => {
  respond(NOON, 100);
  respond(NOON, 40_000);
  // whole seconds, and half of one
  expect(Math.abs(serverSeconds() - 40)).toBeLessThan(1);
});

it.each([-5 * MINUTE, 5 * MINUTE])('follows a device whose clock is set by %d ms while the app is open', (change) => {
  respond(NOON, 100);
  jest.setSystemTime(NOON + 1000 + change);
  respond(NOON + 1000, 100);
  expect(Math.abs(serverSeconds() - 1)).toBeLessThan(1.2);
});
