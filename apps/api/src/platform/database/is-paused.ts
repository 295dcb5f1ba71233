/** SQL: whether this row of `campuses` is paused at a time. In this room, since mail and push check it before they send. */
export const isPaused = (campus: string, now: string): string =>
  `${campus}.paused_at IS NOT NULL AND (${campus}.paused_until IS NULL OR ${campus}.paused_until > ${now})`;
