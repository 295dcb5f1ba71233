/**
 * SQL about the suspension that runs at `now` for student `s`. That of any account holds for all accounts of the mailbox
 * (decision 15): the latest of theirs counts. In this room, since mail and push check it before they send.
 */
const ofMailbox = (column: string, now: string) => `(
  SELECT ${column} FROM students same WHERE same.mailbox = s.mailbox AND same.suspended_until > ${now}
   ORDER BY same.suspended_until DESC, same.id = s.id DESC LIMIT 1)`;

/** SQL: its end; null without a suspension. */
export const suspendedUntil = (now: string): string => ofMailbox('same.suspended_until', now);

/** SQL: the id of its account; null for the student's own one. */
export const suspendedThrough = (now: string): string => ofMailbox('nullif(same.id, s.id)', now);
