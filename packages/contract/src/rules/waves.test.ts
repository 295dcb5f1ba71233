import { firstWaveAt, pauseAfterWave } from './waves.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = new Date('2026-03-10T12:00:00Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('the first wave', () => {
  it.each([
    ['at once when the deadline is in 30 minutes', 'low', 30 * MINUTE, now],
    ['at once when the deadline is just under a day ahead', 'medium', 24 * HOUR - 1, now],
    ['at once when it is urgent, however far ahead', 'high', 7 * 24 * HOUR, now],
    ['a day before the deadline otherwise', 'medium', 3 * 24 * HOUR, after(2 * 24 * HOUR)],
  ] as const)('goes out %s', (_, urgency, lead, at) => {
    expect(firstWaveAt({ createdAt: now, deadline: after(lead), urgency })).toEqual(at);
  });
});

describe('the pause between two waves', () => {
  it.each([
    ['an eighth of the time left', 80 * MINUTE, 10 * MINUTE],
    ['at least 5 minutes, so that the first have time to read', 16 * MINUTE, 5 * MINUTE],
    ['at most 15 minutes', 20 * HOUR, 15 * MINUTE],
    ['5 minutes after the deadline too', -HOUR, 5 * MINUTE],
  ])('is %s', (_, left, pause) => {
    expect(pauseAfterWave({ now, deadline: after(left) })).toBe(pause);
  });
});
