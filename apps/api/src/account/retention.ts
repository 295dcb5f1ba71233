import { ANNOUNCEMENT_DAYS, counted, IDEMPOTENCY_KEY_HOURS } from '@spareswipe/contract';
import { LINKS_KEPT_DAYS } from '../people/auth/link-tokens.service.js';
import type { Settings } from '../platform/config/settings.js';
import { DONE_JOBS_KEPT_MINUTES, JOBS_KEPT_DAYS } from '../platform/jobs/queues.js';
import { rateLimits } from '../platform/limits/rate-limits.js';
import { NOTICES_KEPT_DAYS } from '../exchange/notices/notices.service.js';

export interface Kept {
  /** A name that ends in `.*` is a schema. */
  tables: string[];
  what: string;
  howLong: string;
  /** When the student closes the account. */
  afterClosing: string;
}

const DAY_SECONDS = 24 * 3600;
const days = (count: number) => counted(count, 'day');
const longestLimit = Math.max(...Object.values(rateLimits).map(({ durationSeconds }) => durationSeconds));

/** What is kept about people, for how long, and what of it outlives the account. SECURITY.md shows it as a table. */
export const retention = (settings: Settings): Kept[] => [
  {
    tables: ['students'],
    what: 'name, address, phone number, password (as a hash), campus, role',
    howLong: `as long as the account; ${days(settings.KEEP_UNVERIFIED_DAYS)} if nobody verifies the address`,
    afterClosing:
      'name and phone are replaced; an HMAC of the address and the hash of the password stay, so that a log-in can say it is closed',
  },
  {
    tables: ['ledger.starting_meals'],
    what: 'which mailboxes had starting meals, as an HMAC whose key is not in the database',
    howLong: 'for good',
    afterClosing: 'stay: nobody gets starting meals twice',
  },
  {
    tables: ['sessions'],
    what: "log-ins: browser and times; after a sign-on the campus's ID token, to log out there, too",
    howLong: `${days(settings.KEEP_SESSIONS_DAYS)} after they end`,
    afterClosing: 'end, and are deleted as any other',
  },
  {
    tables: ['email_tokens'],
    what: 'mailed links, as hashes, and what was registered with them',
    howLong: `${days(LINKS_KEPT_DAYS)} after they expire`,
    afterClosing: 'deleted; only that of "This wasn\'t me" works on until it expires',
  },
  {
    tables: ['identities'],
    what: 'how the campus knows the student (issuer and subject), if they sign on with the campus account',
    howLong: 'as long as the account',
    afterClosing: 'deleted',
  },
  {
    tables: ['sign_on_attempts'],
    what: 'sign-ons under way: hashes, and the identity, name, address and ID token that the campus gave',
    howLong: counted(1, 'hour'),
    afterClosing: 'as any other',
  },
  {
    tables: ['idempotency_keys'],
    what: 'responses, in case a browser asks again',
    howLong: counted(IDEMPOTENCY_KEY_HOURS, 'hour'),
    afterClosing: 'deleted',
  },
  {
    tables: ['meal_requests', 'matches', 'ratings', 'reputations'],
    what: 'requests, matches and ratings with what was written in them; the average beside a name',
    howLong: 'for good',
    afterClosing: 'stay without name, address and number: they are the history of the other side too',
  },
  {
    tables: ['strikes', 'reports', 'ledger.disputes', 'operator_log'],
    what: 'strikes, reports, disputes, what operators decided and why, whose contacts they read',
    howLong: `for good; what students wrote in reports and contests ${days(settings.KEEP_REPORTS_DAYS)} after the decision`,
    afterClosing: 'stay without name: decisions must remain open to review',
  },
  {
    tables: ['announcements', 'announcement_reads'],
    what: 'announcements of a campus, and who dismissed them',
    howLong: `for good, and who dismissed them for ${days(ANNOUNCEMENT_DAYS)}`,
    afterClosing: 'as any other',
  },
  {
    tables: ['ledger.accounts', 'ledger.transfers', 'orders'],
    what: 'meals that moved, and payments (no card data)',
    howLong: 'for good',
    afterClosing: 'stay without name: the balances of others and the refunds of payments depend on them',
  },
  {
    tables: ['stripe_events', 'reconciliations'],
    what: 'what Stripe reported about payments, without names',
    howLong: days(settings.KEEP_STRIPE_EVENTS_DAYS),
    afterClosing: 'as any other',
  },
  {
    tables: ['alert_settings', 'push_subscriptions'],
    what: 'choices about alerts, and devices with notifications',
    howLong: 'as long as the account, a device until its session ends',
    afterClosing: 'deleted',
  },
  {
    tables: ['alerts'],
    what: 'who was alerted of which request, and whether they opened it',
    howLong: days(settings.KEEP_ALERTS_DAYS),
    afterClosing: 'deleted',
  },
  {
    tables: ['notices'],
    what: 'which notifications were sent about an exchange',
    howLong: days(NOTICES_KEPT_DAYS),
    afterClosing: 'deleted',
  },
  {
    tables: ['alert_waves', 'reputation_changes'],
    what: 'notes for the next run of a job',
    howLong: 'until it ran',
    afterClosing: 'as any other',
  },
  {
    tables: ['rate_limits'],
    what: 'counters for limits, by hashes of addresses and accounts',
    howLong: `at most ${days(longestLimit / DAY_SECONDS)}`,
    afterClosing: 'as any other',
  },
  {
    tables: ['pgboss.*'],
    what: 'mails and notifications on their way',
    howLong: `${counted(DONE_JOBS_KEPT_MINUTES, 'minute')} after they are sent, ${days(JOBS_KEPT_DAYS)} if they cannot be`,
    afterClosing: 'as any other',
  },
  {
    tables: ['operators', 'operator_recovery_codes'],
    what: 'operators: address, password and recovery codes (as hashes), second factor (encrypted)',
    howLong: 'for good: the log refers to them',
    afterClosing: 'operators are not students',
  },
  {
    tables: ['operator_sessions'],
    what: 'log-ins of operators',
    howLong: `${days(settings.KEEP_SESSIONS_DAYS)} after they end`,
    afterClosing: 'operators are not students',
  },
];
