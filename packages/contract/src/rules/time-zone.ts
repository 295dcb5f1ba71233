/** Whether this is the name of a time zone that the clock of this machine knows, for example "America/Chicago". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Whether this is the time zone of a place. Browsers that hide where they are, or do not know, say "UTC" or "Etc/Unknown". */
export const isPlace = (name: string): boolean => /^(?!Etc\/)[A-Za-z]+\/./.test(name) && isTimeZone(name);
