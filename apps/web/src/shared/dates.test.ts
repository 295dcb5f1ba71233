import { describe, expect, it } from '@jest/globals';
import { showDate, showDeadline, showOnCard, timeLeft } from './dates';

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

describe('a deadline on a campus with another clock', () => {
  /** So many hours behind the clock of this reader. */
  const behind = (hours: number) => ({ zone: 'Pacific', utcOffsetMinutes: -now.getTimezoneOffset() - hours * 60 });
  const shown = (deadline: string, hours: number) => showDeadline({ deadline, campus: { clock: behind(hours) } }, now);

  it('is shown by the clock of the campus, with its zone, also where that is another day', () => {
    expect(shown(at(2026, 2, 1, 20, 0), 3)).toBe('Today at 5:00 PM Pacific');
    expect(shown(at(2026, 2, 2, 1, 30), 3)).toBe('Today at 10:30 PM Pacific');
    expect(shown(at(2026, 2, 3, 2, 0), 3)).toBe('Tomorrow at 11:00 PM Pacific');
    expect(shown(at(2026, 2, 3, 9, 30), 3)).toBe('Mar 3, 2026 at 6:30 AM Pacific');
  });

  it('has no second clock on its card', () => {
    const campus = (hours: number) => ({ deadline: at(2026, 2, 1, 20, 0), campus: { clock: behind(hours) } });
    expect(showOnCard(at(2026, 2, 1, 12, 0), campus(3), now)).toBe('Today at 9:00 AM Pacific');
    expect(showOnCard(at(2026, 2, 1, 12, 0), campus(0), now)).toBe('Today at 12:00 PM');
  });

  it('reads as ever where both clocks show the same, and until the clock of the campus is known', () => {
    expect(shown(at(2026, 2, 1, 20, 0), 0)).toBe('Today at 8:00 PM');
    expect(showDeadline({ deadline: at(2026, 2, 1, 20, 0), campus: { clock: null } }, now)).toBe('Today at 8:00 PM');
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
