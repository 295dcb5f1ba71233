/** SQL: whether this row of `campuses` is paused at a time. */
export const isPaused = (campus: string, now: string): string =>
  `${campus}.paused_at IS NOT NULL AND (${campus}.paused_until IS NULL OR ${campus}.paused_until > ${now})`;
