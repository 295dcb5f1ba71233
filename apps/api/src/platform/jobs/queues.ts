import type { Queue } from 'pg-boss';

const DAY_SECONDS = 24 * 3600;
/** A job that waits or failed for good. */
export const JOBS_KEPT_DAYS = 14;
/** After a job is done: soon, because mails contain names and addresses. */
export const DONE_JOBS_KEPT_MINUTES = 10;

/** How often the queues are checked for jobs of dead workers. */
export const SUPERVISION_SECONDS = 10;

/**
 * A job whose worker dies runs again after `expireInSeconds` and one round of supervision, so within 60 s. Retries back off
 * from a second to hours, 18 h in total, so that mails survive a long outage of the mail server.
 */
const OPTIONS = {
  expireInSeconds: 20,
  retryLimit: 15,
  retryDelay: 1,
  retryBackoff: true,
  retentionSeconds: JOBS_KEPT_DAYS * DAY_SECONDS,
  deleteAfterSeconds: DONE_JOBS_KEPT_MINUTES * 60,
};

/**
 * `mail`: one job per mail and recipient. `account-links`: requests for mailed links. `push`: one per notification and device.
 * `stripe-events`: one per delivery of an event that moves credits.
 */
const QUEUES = ['mail', 'account-links', 'push', 'stripe-events'] as const;

export type QueueName = (typeof QUEUES)[number];

/** The queue for the jobs of another queue that failed for good. No worker takes them. */
export const deadLetterQueue = <Name extends QueueName>(name: Name) => `${name}-dead` as const;

/** Every queue. Dead-letter queues come first, since the others refer to them. Migrations create them. */
export const jobQueues: Queue[] = [
  ...QUEUES.map((name) => ({ name: deadLetterQueue(name), retentionSeconds: JOBS_KEPT_DAYS * DAY_SECONDS })),
  ...QUEUES.map((name) => ({
    name,
    ...OPTIONS,
    deadLetter: deadLetterQueue(name),
    // one notification about a request at a time: a push service that hangs must not deliver an older one last
    ...(name === 'push' && { policy: 'singleton' as const }),
    // longer than calls to Stripe can take with all their retries
    ...(name === 'stripe-events' && { expireInSeconds: 120 }),
  })),
];
