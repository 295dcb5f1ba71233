/** Limits and timings that both sides need (spec §9). Units are in the names. */

export const CREDITS_PER_REQUEST = 1;
/** The navigation highlights and pulses when a student has fewer credits than this. */
export const LOW_CREDITS = 2;

export const DEADLINE_MIN_LEAD_MINUTES = 30;
/** The form offers today and the 7 days after it. */
export const DEADLINE_MAX_DAYS = 7;
/** The server does not know the student's time zone, so it allows the whole last day: anything less than 8 × 24 h ahead. */
export const DEADLINE_SERVER_MAX_DAYS = 8;
export const URGENT_WITHIN_HOURS = 2;

export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 50;
/** Browsing shows this many requests at most; the count stops at one more, which means "there are more". */
export const BROWSE_REACH = 10_000;
export const DASHBOARD_ITEMS = 5;
export const REFRESH_LISTS_SECONDS = 20;

export const RESEND_COOLDOWN_SECONDS = 30;
export const RESEND_COUNTDOWN_SECONDS = 30;
export const VERIFIED_REDIRECT_SECONDS = 2;
export const VERIFICATION_LINK_HOURS = 24;
export const RESET_LINK_HOURS = 1;

export const STRIKES_PER_SUSPENSION = 2;
export const SUSPENSION_DAYS = 7;
export const STRIKE_LAPSES_AFTER_DAYS = 180;
/** A student sees the other's rating after giving their own, or after this many days. */
export const RATING_BLIND_DAYS = 7;
/** A "No" opens a dispute for this long after the completion or the deadline, whichever is later. */
export const DISPUTE_WINDOW_HOURS = 48;
/** An undecided dispute ends after this many days by the rule of `awardWhenUndecided`. */
export const DISPUTE_DAYS = 14;
/** Disputes older than this no longer count for or against a side. */
export const DISPUTE_COUNTS_DAYS = 180;
/** A side with disputes with this many students gets a strike when one of them ends undecided. */
export const DISPUTED_STUDENTS_PER_STRIKE = 2;

/** Why an operator did something, as both sides read it. */
export const OPERATOR_REASON_MIN = 10;
export const OPERATOR_REASON_MAX = 500;

/** Several reports of one student against the same other count as one strike in this many days. */
export const REPORTS_COUNT_ONCE_DAYS = 180;
/** So many reports of a student in `STRIKING_REPORTS_DAYS` may strike; later ones still void the exchange. */
export const STRIKING_REPORTS = 2;
export const STRIKING_REPORTS_DAYS = 30;

/** Accepted matches that a fulfiller may have at once, before and after `TRUSTED_AFTER_EXCHANGES`. */
export const OPEN_MATCHES_MAX = 10;
export const OPEN_MATCHES_MAX_TRUSTED = 25;
/** Exchanges that the other side confirmed: marked complete, or rated "Yes". */
export const TRUSTED_AFTER_EXCHANGES = 3;
/** Matches that the accounts of one mailbox marked complete and the other side may still dispute. */
export const UNCONFIRMED_MATCHES_MAX = 25;
export const RELEASES_PER_DAY = 10;

/** More credits than this, from one buyer to one fulfiller so soon after a purchase, raise an alert for operators. */
export const HANDOVER_ALERT_CREDITS = 5;
export const HANDOVER_ALERT_DAYS = 7;

export const AUTO_COMPLETE_AFTER_HOURS = 48;

export const NAME_MIN = 2;
export const NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const MEAL_DESCRIPTION_MAX = 150;
export const LOCATION_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const MATCH_MESSAGE_MAX = 500;
export const COMMENT_MAX = 300;
export const SEARCH_MAX = 100;
export const SCORE_MIN = 1;
export const SCORE_MAX = 5;
export const SCORE_DEFAULT = 5;

export const DEFAULT_PACKAGE_ID = 'medium';
/** Key of the bearer token in browser storage (spec §9). */
export const TOKEN_STORAGE_KEY = 'token';
/** The web sends this message with every accept (spec §7: "fixed text offering help"). */
export const ACCEPT_MESSAGE = "Hi! I'd be happy to help you with this meal.";

export const TOAST_SECONDS = 4;
export const LOGIN_ERROR_TOAST_SECONDS = 6;
