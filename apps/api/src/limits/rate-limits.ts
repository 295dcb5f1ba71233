/** `points` calls in `durationSeconds`, counted exactly over all instances. */
export interface RateLimit {
  points: number;
  durationSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How often is too often. Thousands of students share one campus address, so limits are tight per account or mailbox
 * and wide per address. A refusal for want of credits or a lost race counts too, hence the room for impatient thumbs.
 */
export const rateLimits = {
  /** Failed log-ins per account before the delays of `loginDelaySeconds` begin. A success forgets them. */
  loginFailures: { points: 5, durationSeconds: HOUR },
  loginFailuresPerAddress: { points: 1000, durationSeconds: HOUR },
  /** Log-ins with the right password: hashing it is what costs, so nobody may fill the line of all others with their own. */
  logins: { points: 120, durationSeconds: MINUTE },
  registerPerAddress: { points: 300, durationSeconds: HOUR },
  /** Each registration sends a mail, to an address that nobody has proved to own. Per address it is sent from, too, so that nobody uses up another's. */
  registerPerMailbox: { points: 10, durationSeconds: HOUR },
  linksPerAddress: { points: 3000, durationSeconds: HOUR },
  resendSoon: { points: 1, durationSeconds: 30 },
  resendHourly: { points: 5, durationSeconds: HOUR },
  resetSoon: { points: 1, durationSeconds: 30 },
  resetHourly: { points: 5, durationSeconds: HOUR },
  /** A thief of an open session shall not guess the password by trying to close the account. */
  passwordChecks: { points: 10, durationSeconds: HOUR },
  createRequest: { points: 120, durationSeconds: HOUR },
  acceptRequest: { points: 120, durationSeconds: HOUR },
  createPaymentIntent: { points: 30, durationSeconds: HOUR },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** How long an account waits after its n-th failed log-in in a row, from the fifth on: 2 s, 4 s, … 60 s. */
export const loginDelaySeconds = (failures: number): number =>
  Math.min(MINUTE, 2 ** (failures - rateLimits.loginFailures.points + 1));
