import { calendarFile } from './calendar.js';

const meal = { mealDescription: 'Soup', location: 'Hall', deadline: '2031-11-20T18:00:00.000Z' };
const now = new Date('2031-11-20T12:00:00.000Z');
const linesOf = (from: string) =>
  calendarFile({ matchId: 'm', meal, mailed: { method: 'CANCEL', from } }, now).split('\r\n');

it('names the sender without the quotes around its name, or by the address alone', () => {
  expect(linesOf('"SpareSwipe, Inc." <hello@state.edu>')).toContain(
    'ORGANIZER;CN="SpareSwipe, Inc.":mailto:hello@state.edu',
  );
  expect(linesOf('hello@state.edu')).toContain('ORGANIZER:mailto:hello@state.edu');
});

it('names the match, without the end of its id that makes the meet code', () => {
  const [shown, other] = ['a7', 'b8'].map((end) => calendarFile({ matchId: `0198-${end}`, meal }, now));
  expect(shown).toContain('UID:0198-@spareswipe');
  expect(shown).toBe(other);
});

it('folds long lines to 75 bytes without breaking a character, and keeps every character', () => {
  for (const location of ['Hall, '.repeat(16), '🍜'.repeat(50), 'Café «Süd»; 2nd floor\nleft ']) {
    const file = calendarFile({ matchId: 'm', meal: { ...meal, location } }, now);
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [, shown = ''] = /LOCATION:(.*)/.exec(file.replaceAll('\r\n ', ''))!;
    expect(shown.replaceAll('\\n', '\n').replace(/\\([;,])/g, '$1')).toBe(location);
  }
});
