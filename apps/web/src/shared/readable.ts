/** 'mealDescription' as 'Meal description'. */
export function labelOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** A value of the database in words. */
export function readable(value: unknown, showTime: (iso: string) => string): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item) => readable(item, showTime)).join(', ') || 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => `${labelOf(key)}: ${readable(item, showTime)}`)
      .join('; ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return TIME.test(value) ? showTime(value) : value;
}
