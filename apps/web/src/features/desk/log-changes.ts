import type { LogLine } from '@spareswipe/contract/desk';
import { showDate } from '../../shared/dates';

/** `startingMeals` as an operator reads it: 'Starting meals'. */
const wordsOf = (key: string) => {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
};

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);

function show(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isTime(value)) return showDate(value, new Date());
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(show).join(', ') || 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, of]) => `${wordsOf(key)}: ${show(of)}`)
      .join('; ');
  return JSON.stringify(value);
}

const fieldsOf = (of: unknown) => (typeof of === 'object' && of !== null ? (of as Record<string, unknown>) : {});

/** What a line of the log changed, one field a line: 'Starting meals: none → 3'. Ids say nothing to a reader. */
export function changesOf({ before, after }: Pick<LogLine, 'before' | 'after'>): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !key.endsWith('Id'));
  return keys.flatMap((key) => {
    const [from, to] = [show(was[key]), show(is[key])];
    if (!(key in is)) return from === 'none' || from === '0' ? [] : `${wordsOf(key)} before: ${from}`;
    if (!(key in was)) return `${wordsOf(key)}: ${to}`;
    return from === to ? [] : `${wordsOf(key)}: ${from} → ${to}`;
  });
}
