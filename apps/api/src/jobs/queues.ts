import type { Queue } from 'pg-boss';

const DAY_SECONDS = 24 * 3600;

/** How often the jobs of dead workers are looked for. */
export const SUPERVISION_SECONDS = 10;

/**
 * A job whose worker dies is taken up again after `expireInSeconds` and one round of supervision, so within 60 s. Retries
 * back off from a second to hours, up to 18 h in all: a mail server's bad day.
 */
const OPTIONS = {
  expireInSeconds: 20,
  retryLimit: 15,
  retryDelay: 1,
  retryBackoff: true,
  retentionSeconds: 14 * DAY_SECONDS,
  // finished mails name people
  deleteAfterSeconds: 10 * 60,
};

/** `mail` holds one job per mail and recipient; `account-links` asks for mailed links. */
const WORKED_ON = ['mail', 'account-links'] as const;

export type QueueName = (typeof WORKED_ON)[number];

/** Where the jobs of a queue go that were given up on; nobody works on them. */
export const deadLetterQueue = <Name extends QueueName>(name: Name) => `${name}-dead` as const;

/** Every queue; the dead letters' come first, since the others point to them. Migrations create them. */
export const jobQueues: Queue[] = [
  ...WORKED_ON.map((name) => ({ name: deadLetterQueue(name), retentionSeconds: 14 * DAY_SECONDS })),
  ...WORKED_ON.map((name) => ({ name, ...OPTIONS, deadLetter: deadLetterQueue(name) })),
];
