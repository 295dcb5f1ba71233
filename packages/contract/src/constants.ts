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
export const BROWSE_REACH = 1000;
export const DASHBOARD_ITEMS = 5;
/** The meals of a campus's week are counted to here, which means "or more". */
export const CAMPUS_WEEK_REACH = 1000;
/** "I'm at the hall" shows requests that are due this soon: those posted for "In 1 hour", too, while somebody is on the way. */
export const AT_THE_HALL_MINUTES = 90;
export const WITHIN_MINUTES_MAX = 24 * 60;
/** A place is suggested once this many students of the campus named it in the last days. */
export const PLACES_MAX = 8;
export const PLACE_STUDENTS_MIN = 2;
export const PLACES_DAYS = 90;
export const REFRESH_LISTS_SECONDS = 20;
/** The same Idempotency-Key returns its first response for this long. */
export const IDEMPOTENCY_KEY_HOURS = 24;

export const RESEND_COOLDOWN_SECONDS = 30;
export const RESEND_COUNTDOWN_SECONDS = 30;
export const VERIFIED_REDIRECT_SECONDS = 2;
export const VERIFICATION_LINK_HOURS = 24;
export const RESET_LINK_HOURS = 1;
export const NOT_ME_LINK_DAYS = 30;

export const STRIKES_PER_SUSPENSION = 2;
export const SUSPENSION_DAYS = 7;
export const STRIKE_LAPSES_AFTER_DAYS = 180;
/** A student sees the other's rating after giving their own, or after this many days. */
export const RATING_BLIND_DAYS = 7;
/** Ratings by this many different people must count before others see a student's average. */
export const REPUTATION_MIN_RATINGS = 3;
/** What a student writes when they report something or contest a strike, and how many of their reports may be open at once. */
export const REPORT_MIN = 10;
export const REPORT_MAX = 500;
export const OPEN_REPORTS_MAX = 5;
/** Where an operator can decide it, a student may contest a strike for this long. */
export const CONTEST_WINDOW_HOURS = 72;
/** A contested strike stands if no operator decides within this many days. */
export const CONTEST_DAYS = 7;
/** A "No" has an effect for this long after the deadline, or after a side completed the match, whichever is later. */
export const NO_COUNTS_HOURS = 48;
/** An undecided dispute ends after this many days by the rule of `awardWhenUndecided`. */
export const DISPUTE_DAYS = 14;
/** Disputes older than this no longer count for or against a side. */
export const DISPUTE_COUNTS_DAYS = 180;
/** A side with disputes with this many students gets a strike when one of them ends undecided. */
export const DISPUTED_STUDENTS_PER_STRIKE = 2;

/** Why an operator did something, as both sides read it. */
export const OPERATOR_REASON_MIN = 10;
export const OPERATOR_REASON_MAX = 500;

/** At the desk: credits in one adjustment, and by one operator in 24 hours; `ledger.may_adjust` and `ck_transfers_adjustment` enforce them in the database. */
export const ADJUSTMENT_MAX = 10;
export const ADJUSTMENTS_PER_DAY = 50;
export const OPERATOR_SUSPENSION_DAYS_MAX = 365;
export const OPERATOR_PASSWORD_MIN = 12;
export const OPERATOR_SESSION_HOURS = 12;
export const OPERATOR_INVITATION_HOURS = 72;
/** A code confirms moving credits and closing accounts for this long. */
export const OPERATOR_CONFIRMED_MINUTES = 10;
export const PAUSE_NOTICE_MIN = 10;
export const PAUSE_NOTICE_MAX = 300;
export const GUEST_RULES_MAX = 1000;
export const GUEST_RULES_LINK_MAX = 300;
/** The periods of the counts and the two plots on the first screen of the desk. */
export const DESK_COUNTS_DAYS = 7;
export const DESK_PLOT_DAYS = 14;
export const DESK_PLOT_WEEKS = 8;
export const DESK_PAGE_SIZE = 25;
/** The length of each list of people with no-shows. */
export const NO_SHOWS_SHOWN = 25;
/** On a student's page: the latest so many strikes, reports and log lines. */
export const PROFILE_LIST_MAX = 50;
/** Limits of the settings that operators change for their campus. */
export const CAMPUS_NAME_MAX = 100;
export const CAMPUS_OPEN_REQUESTS_MAX = 50;
export const CAMPUS_STARTING_MEALS_MAX = 10;
export const CAMPUS_PLACES_MAX = 20;
export const CAMPUS_MEALS_GIVEN_MAX = 500;
export const ANNOUNCEMENT_MIN = 10;
export const ANNOUNCEMENT_MAX = 500;
/** An announcement shows for this many days, to students who have not dismissed it. */
export const ANNOUNCEMENT_DAYS = 30;
/** Unread announcements that a student sees at once, the latest ones. */
export const ANNOUNCEMENTS_SHOWN = 3;

/** Several reports of one student against the same other count as one strike in this many days. */
export const REPORTS_COUNT_ONCE_DAYS = 180;
/** This many reports of a student in `STRIKING_REPORTS_DAYS` may strike; later ones still void the exchange. */
export const STRIKING_REPORTS = 2;
export const STRIKING_REPORTS_DAYS = 30;

/** The fulfiller can take an accept back; until then no mail goes out and nobody sees contact details. */
export const UNDO_ACCEPT_SECONDS = 10;
/** This long before the deadline both sides see their meet code, and may say that they are there. */
export const MEETING_OPENS_MINUTES = 30;

/** Accepted matches that a fulfiller may have at once, before and after `TRUSTED_AFTER_STUDENTS`. */
export const OPEN_MATCHES_MAX = 10;
export const OPEN_MATCHES_MAX_TRUSTED = 25;
/** Others, of different mailboxes, who say that an exchange with the fulfiller happened. */
export const TRUSTED_AFTER_STUDENTS = 3;
/** Meals that the accounts of one mailbox have promised, or marked complete and wait for the requester to confirm. */
export const UNCONFIRMED_MATCHES_MAX = 25;
/** Meals that a mailbox may mark complete alone and wait for, until `TRUSTED_AFTER_STUDENTS`. */
export const UNCONFIRMED_MATCHES_MAX_NEW = 3;
export const RELEASES_PER_DAY = 10;
/** A requester may release a match until this long before the deadline. */
export const REQUESTER_RELEASES_UNTIL_MINUTES = 30;

/** More credits than this, from a buyer to one other student, raise an alert for operators if the card payment goes back. */
export const HANDOVER_ALERT_CREDITS = 5;

export const AUTO_COMPLETE_AFTER_HOURS = 48;

/**
 * The waves of alerts, chosen by simulating a campus (decision 22): small waves that do not grow reach more
 * requests than larger ones, with fewer alerts. The pause is the time left divided by `WAVE_PAUSES_TO_DEADLINE`, within limits.
 */
export const ALERTS_PER_WAVE = 4;
export const WAVE_PAUSES_TO_DEADLINE = 8;
export const WAVE_PAUSE_MIN_MINUTES = 5;
export const WAVE_PAUSE_MAX_MINUTES = 15;
/** Alerts about a request that is not urgent begin this long before its deadline at the earliest. */
export const FIRST_WAVE_LEAD_HOURS = 24;
/** Alerts that one student gets a day, on their own clock: students who get more stop reading them. */
export const ALERTS_PER_DAY = 3;
/** Records of the alerts that a student got are kept for this long at most; a setting may shorten it. */
export const ALERTS_KEPT_DAYS_MAX = 30;
/**
 * Alerts that the requests of one student cause in 24 hours, so that one who posts and cancels in a loop cannot use up the
 * alerts of a whole campus. No requester of the simulated weeks caused more than 80.
 */
export const ALERTS_PER_REQUESTER_DAY = 100;
/** Nobody is alerted at night unless they chose other hours: minutes after midnight in the student's zone. */
export const QUIET_FROM_MINUTE = 22 * 60;
export const QUIET_UNTIL_MINUTE = 8 * 60;

/** When students are notified of their own exchange: before and after the deadline of a match, and of a request that nobody accepted. */
export const DUE_NOTICE_MINUTES = 45;
export const HOW_WAS_IT_AFTER_MINUTES = 30;
/** Not for a request that was posted shortly before (`notices.service.ts`). */
export const NOBODY_YET_MINUTES = 60;
/** Browsers that get one student's notifications. */
export const PUSH_DEVICES_MAX = 10;
export const PUSH_ENDPOINT_MAX = 2000;

export const NAME_MIN = 2;
export const NAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
/** For the token that a log-in returns for its browser. */
export const DEVICE_MAX = 100;
/** In the place of the name of a closed account. */
export const FORMER_STUDENT = 'Former student';
export const MEAL_DESCRIPTION_MAX = 150;
export const LOCATION_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const MATCH_MESSAGE_MAX = 500;
export const COMMENT_MAX = 300;
export const SEARCH_MAX = 100;
export const TIME_ZONE_MAX = 64;
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
