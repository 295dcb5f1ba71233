import type { Queue } from 'pg-boss';

/** `mail` holds one job per mail and recipient, `mail-dead` those given up on; `account-links` asks for mailed links. */
export type QueueName = 'mail' | 'mail-dead' | 'account-links';

const DAY_MINUTES = 24 * 60;

/**
 * A job whose worker dies is taken up again after `expireInSeconds` and one round of maintenance (jobs.ts), so within
 * 60 s. Retries back off from a second to hours, up to 18 h in all: a mail server's bad day.
 */
const persistent = {
  expireInSeconds: 20,
  retryLimit: 15,
  retryDelay: 1,
  retryBackoff: true,
  retentionMinutes: 14 * DAY_MINUTES,
};

/** In the order of creation: a queue comes after the one its dead letters go to. Migrations create them. */
export const jobQueues: (Queue & { name: QueueName })[] = [
  { name: 'mail-dead', retentionMinutes: 14 * DAY_MINUTES },
  { name: 'mail', ...persistent, deadLetter: 'mail-dead' },
  { name: 'account-links', ...persistent },
];
