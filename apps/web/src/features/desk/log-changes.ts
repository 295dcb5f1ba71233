import type { LogLine } from '@spareswipe/contract/desk';
import { showDate } from '../../shared/dates';
import { labelOf, readable } from '../../shared/readable';

const show = (value: unknown) => readable(value, (iso) => showDate(iso, new Date()));

const fieldsOf = (of: unknown) => (typeof of === 'object' && of !== null ? (of as Record<string, unknown>) : {});

/** What a line of the log changed, one field a line: 'Starting meals: none → 3'. Ids say nothing to a reader. */
export function changesOf({ before, after }: Pick<LogLine, 'before' | 'after'>): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !key.endsWith('Id'));
  return keys.flatMap((key) => {
    const [from, to] = [show(was[key]), show(is[key])];
    if (!(key in is)) return from === 'none' || from === '0' ? [] : `${labelOf(key)} before: ${from}`;
    if (!(key in was)) return `${labelOf(key)}: ${to}`;
    return from === to ? [] : `${labelOf(key)}: ${from} → ${to}`;
  });
}
