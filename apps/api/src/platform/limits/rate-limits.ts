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
  /** Failed log-ins per account and network before the delays of `loginDelaySeconds` begin. A success forgets them. */
  loginFailures: { points: 5, durationSeconds: HOUR },
  /** The delay between two failed log-ins. Its length is that of `loginDelaySeconds`. */
  loginPause: { points: 1, durationSeconds: 1 },
  /** Above this somebody guesses from many networks: long delays where the student has never logged in. */
  loginFailuresPerAccount: { points: 100, durationSeconds: HOUR },
  /** Remembers from which networks a student logs in. */
  loginNetworks: { points: 1, durationSeconds: 90 * 24 * HOUR },
  /** Log-ins with the right password. Hashing is expensive, so one student must not fill the queue for everybody. */
  logins: { points: 120, durationSeconds: MINUTE },
  /** Those that were not verified: a whole campus may register from one address. */
  registerPerAddress: { points: 300, durationSeconds: HOUR },
  /** Each works once. */
  logOutTokens: { points: 1, durationSeconds: HOUR },
  /** To verify an address, and to set a new password. */
  linkSoon: { points: 1, durationSeconds: 30 },
  /** Mailed links, also those of registrations, for a mailbox from one client address: nobody uses up another's. */
  linksHere: { points: 5, durationSeconds: HOUR },
  /** The same from all client addresses: nobody fills a mailbox. */
  linksPerMailbox: { points: 20, durationSeconds: HOUR },
  /** For all mailboxes together: fewer than the worker makes, so nobody fills its queue, and more than a campus asks for. */
  linksFromAddress: { points: 3000, durationSeconds: MINUTE },
  /** Codes of an operator, also those with an invitation: six digits must not be guessed. */
  operatorCodes: { points: 10, durationSeconds: HOUR },
  /** Stops the thief of an open session from guessing the password at Deactivate. */
  passwordChecks: { points: 10, durationSeconds: HOUR },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/**
 * How long an account waits at one network after its n-th failed log-in in a row: from the fifth 2 s, 4 s, … 60 s, and 15
 * minutes from the first while it is attacked from everywhere.
 */
export function loginDelaySeconds(failures: number, isAttacked: boolean): number {
  if (isAttacked) return 15 * MINUTE;
  const { points } = rateLimits.loginFailures;
  return failures < points ? 0 : Math.min(MINUTE, 2 ** (failures - points + 1));
}
