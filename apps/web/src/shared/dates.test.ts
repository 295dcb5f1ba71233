import { describe, expect, it } from '@jest/globals';
import { showDate, timeLeft } from './dates';

const now = new Date(2026, 2, 1, 13, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe('a date as students read it', () => {
  it.each([
    [at(2026, 2, 1, 14, 5), 'Today at 2:05 PM'],
    [at(2026, 2, 1, 0, 0), 'Today at 12:00 AM'],
    [at(2026, 2, 1, 12, 30), 'Today at 12:30 PM'],
    [at(2026, 2, 2, 9, 30), 'Tomorrow at 9:30 AM'],
    [at(2026, 2, 3, 9, 30), 'Mar 3, 2026 at 9:30 AM'],
    [at(2026, 1, 28, 23, 59), 'Feb 28, 2026 at 11:59 PM'],
    [at(2027, 2, 1, 13, 0), 'Mar 1, 2027 at 1:00 PM'],
  ])('%s is %s [spec §9.14]', (iso, shown) => {
    expect(showDate(iso, now)).toBe(shown);
  });
});

describe('the time left', () => {
  it.each([
    [at(2026, 2, 1, 13, 0), '1 min'],
    [at(2026, 2, 1, 13, 12), '12 min'],
    [at(2026, 2, 1, 15, 0), '2 h'],
    [at(2026, 2, 1, 15, 20), '2 h 20 min'],
    [at(2026, 2, 2, 13, 0), '1 d'],
    [at(2026, 2, 4, 17, 0), '3 d 4 h'],
    [at(2026, 2, 1, 12, 59), undefined],
  ])('until %s is %s', (iso, left) => {
    expect(timeLeft(iso, now)).toBe(left);
  });
});
