/** `points` calls in `durationSeconds`, counted exactly over all instances. */
export interface RateLimit {
  points: number;
  durationSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Limits that no single route has for itself; those of one route stand in its metadata (contract). Thousands of students
 * share one campus address, so limits are tight per account or mailbox and wide per address.
 */
export const rateLimits = {
  /** Failed log-ins per account before the delays of `loginDelaySeconds` begin. A success forgets them. */
  loginFailures: { points: 5, durationSeconds: HOUR },
  loginFailuresPerAddress: { points: 1000, durationSeconds: HOUR },
  /** Log-ins with the right password. Hashing is expensive, so one student must not fill the queue for everybody. */
  logins: { points: 120, durationSeconds: MINUTE },
  registerPerAddress: { points: 300, durationSeconds: HOUR },
  /** Each registration mails an unproven address. Counted per mailbox and client address, so that nobody uses up another's. */
  registerPerMailbox: { points: 10, durationSeconds: HOUR },
  linksPerAddress: { points: 3000, durationSeconds: HOUR },
  resendSoon: { points: 1, durationSeconds: 30 },
  resendHourly: { points: 5, durationSeconds: HOUR },
  resetSoon: { points: 1, durationSeconds: 30 },
  resetHourly: { points: 5, durationSeconds: HOUR },
  /** Stops the thief of an open session from guessing the password at Deactivate. */
  passwordChecks: { points: 10, durationSeconds: HOUR },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** How long an account waits after its n-th failed log-in in a row, from the fifth: 2 s, 4 s, … 60 s. */
export const loginDelaySeconds = (failures: number): number =>
  Math.min(MINUTE, 2 ** (failures - rateLimits.loginFailures.points + 1));
