import {
  dateOf,
  dateRange,
  DATE_IN_PAST,
  deadlineChips,
  deadlineFrom,
  deadlineProblem,
  defaultDate,
  defaultTimes,
  DEADLINE_TOO_LATE,
  DEADLINE_TOO_SOON,
  formDeadlineProblem,
  hasSecondTime,
  isUrgent,
  mealPeriodAt,
} from './deadline.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = new Date(2026, 2, 10, 12, 0);
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('the window of a deadline on the server', () => {
  it.each([
    ['29 min 59.999 s ahead is too soon', 30 * MINUTE - 1, DEADLINE_TOO_SOON],
    ['exactly 30 minutes ahead is allowed', 30 * MINUTE, undefined],
    ['just under 8 days ahead is allowed', 8 * 24 * HOUR - 1, undefined],
    ['8 days ahead is too late', 8 * 24 * HOUR, DEADLINE_TOO_LATE],
    ['the past is too soon', -HOUR, DEADLINE_TOO_SOON],
    ['an invalid date is refused', NaN, DEADLINE_TOO_SOON],
  ])('%s [spec §4.21]', (_, lead, problem) => {
    expect(deadlineProblem(after(lead), now)).toBe(problem);
  });
});

describe("the form's window, in the reader's time zone", () => {
  it('offers today and the seven days after it [spec §5.10 §9.3]', () => {
    expect(dateRange(now)).toEqual({ first: '2026-03-10', last: '2026-03-17' });
  });

  it.each([
    ['yesterday', '2026-03-09', '20:00', { path: 'date', message: DATE_IN_PAST }],
    ['today 29 minutes ahead', '2026-03-10', '12:29', { path: 'time', message: DEADLINE_TOO_SOON }],
    ['today 30 minutes ahead', '2026-03-10', '12:30', undefined],
    ['the last minute of the seventh day', '2026-03-17', '23:59', undefined],
    ['the eighth day', '2026-03-18', '00:00', { path: 'date', message: DEADLINE_TOO_LATE }],
    ['an invalid time', '2026-03-10', 'soon', { path: 'time', message: DEADLINE_TOO_SOON }],
  ])('%s', (_, date, time, problem) => {
    expect(formDeadlineProblem(date, time, now)).toEqual(problem);
  });

  it('never accepts a deadline that the server would refuse [spec §9.3]', () => {
    const { last } = dateRange(now);
    expect(deadlineProblem(deadlineFrom(last, '23:59'), now)).toBeUndefined();
  });

  it('writes and reads a day and time as the same instant', () => {
    const instant = deadlineFrom('2026-12-31', '23:45');
    expect(instant).toEqual(new Date(2026, 11, 31, 23, 45));
    expect(dateOf(instant)).toBe('2026-12-31');
  });
});

describe('the proposed date and time', () => {
  it('follows the meal period [spec §5.11]', () => {
    expect(defaultTimes).toEqual({ breakfast: '10:00', lunch: '14:00', dinner: '20:00', any: '12:00' });
  });

  it('is today while the proposed time is still allowed, else tomorrow', () => {
    expect(defaultDate('dinner', now)).toBe('2026-03-10');
    expect(defaultDate('breakfast', now)).toBe('2026-03-11');
  });
});

describe('the deadlines to press', () => {
  const labels = (at: Date) => deadlineChips(at).map(({ label }) => label);

  it('are in an hour, tonight and tomorrow at lunch', () => {
    expect(deadlineChips(new Date(2026, 2, 10, 12, 1, 30))).toEqual([
      { label: 'In 1 hour', mealPeriod: 'lunch', date: '2026-03-10', time: '13:01' },
      { label: 'Tonight', mealPeriod: 'dinner', date: '2026-03-10', time: '20:00' },
      { label: 'Tomorrow lunch', mealPeriod: 'lunch', namesMeal: true, date: '2026-03-11', time: '14:00' },
    ]);
  });

  it('offer tonight for as long as its time is still allowed', () => {
    expect(labels(new Date(2026, 2, 10, 19, 30))).toContain('Tonight');
    expect(labels(new Date(2026, 2, 10, 19, 31))).toEqual(['In 1 hour', 'Tomorrow lunch']);
  });

  it('set the next day for an hour that ends after midnight', () => {
    expect(deadlineChips(new Date(2026, 2, 10, 23, 10))[0]).toEqual({
      label: 'In 1 hour',
      mealPeriod: 'any',
      date: '2026-03-11',
      time: '00:10',
    });
  });

  it.each([
    ['04:59', 'any'],
    ['05:00', 'breakfast'],
    ['10:55', 'breakfast'],
    ['11:00', 'lunch'],
    ['16:55', 'lunch'],
    ['17:00', 'dinner'],
    ['21:55', 'dinner'],
    ['22:00', 'any'],
  ])('at %s mean %s', (time, period) => {
    expect(mealPeriodAt(time)).toBe(period);
  });

  it('are allowed by the rule of the form at every minute of a day', () => {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const at = new Date(2026, 2, 10, 0, minute, 59, 999);
      for (const { date, time } of deadlineChips(at)) expect(formDeadlineProblem(date, time, at)).toBeUndefined();
    }
  });
});

describe('urgent', () => {
  it.each([
    ['a deadline two hours ahead is urgent', 2 * HOUR, true],
    ['a deadline a millisecond later is not', 2 * HOUR + 1, false],
    ['a deadline about to pass is urgent', 1, true],
    ['a deadline that has passed is not', 0, false],
  ])('%s', (_, lead, urgent) => {
    expect(isUrgent(after(lead), now)).toBe(urgent);
  });
});

describe('the night when the clocks go back, in New York', () => {
  const evening = new Date('2026-10-31T23:00:00-04:00');

  it('has 1:30 twice, an hour apart: the first is meant unless the second is asked for', () => {
    expect(deadlineFrom('2026-11-01', '01:30').toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(deadlineFrom('2026-11-01', '01:30', true).toISOString()).toBe('2026-11-01T06:30:00.000Z');
    expect(deadlineFrom('2026-11-02', '01:30', true)).toEqual(deadlineFrom('2026-11-02', '01:30'));
  });

  it('offers the second for as long as the window allows it, also when the first is over', () => {
    expect(hasSecondTime('2026-11-01', '01:30', evening)).toBe(true);
    expect(hasSecondTime('2026-11-01', '02:30', evening)).toBe(false);
    expect(hasSecondTime('2026-11-02', '01:30', evening)).toBe(false);
    const betweenBoth = new Date('2026-11-01T01:40:00-04:00');
    expect(formDeadlineProblem('2026-11-01', '01:30', betweenBoth)).toEqual({
      path: 'time',
      message: DEADLINE_TOO_SOON,
    });
    expect(formDeadlineProblem('2026-11-01', '01:30', betweenBoth, true)).toBeUndefined();
    expect(hasSecondTime('2026-11-01', '01:30', betweenBoth)).toBe(true);
    expect(hasSecondTime('2026-11-01', '01:30', new Date('2026-11-01T01:10:00-05:00'))).toBe(false);
  });

  it('means the second time with "In 1 hour" once the first is over', () => {
    const [soon] = deadlineChips(new Date('2026-11-01T01:20:30-04:00'));
    expect(soon).toMatchObject({ label: 'In 1 hour', date: '2026-11-01', time: '01:20', isSecondTime: true });
  });
});
