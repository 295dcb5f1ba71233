import {
  ADJUSTMENTS_PER_DAY,
  AUTO_COMPLETE_AFTER_HOURS,
  MEETING_OPENS_MINUTES,
  UNCONFIRMED_MATCHES_MAX_NEW,
} from './constants.js';
import { counted } from './words.js';

/**
 * Every failure the API can return: code → its one HTTP status and the message a screen may show.
 * `VALIDATION_FAILED` carries the first issue's message instead; the one of `ACCOUNT_SUSPENDED` names the date, and the
 * one of `CAMPUS_PAUSED` says why.
 */
export const errors = {
  VALIDATION_FAILED: { status: 400, message: 'Please check what you entered' },
  INVALID_TOKEN: { status: 400, message: 'The verification link is invalid or has expired.' },
  BAD_SIGNATURE: { status: 400, message: 'The webhook signature does not match' },
  UNAUTHENTICATED: { status: 401, message: 'Please log in to continue' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  INSUFFICIENT_CREDITS: {
    status: 402,
    message: 'Insufficient meals! Buy more or fulfill other requests to earn meals.',
  },
  MAILBOX_OWES_MEALS: {
    status: 402,
    message:
      'Another account of your mailbox owes meals. Earn them there before you post here, or ask your campus if it is closed.',
  },
  CAMPUS_ELSEWHERE: { status: 409, message: 'Your campus is at another address' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address before logging in.' },
  ACCOUNT_DEACTIVATED: { status: 403, message: 'This account has been deactivated' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'Your account is suspended' },
  CAMPUS_PAUSED: { status: 403, message: 'Your campus is paused' },
  TOO_MANY_OPEN_MATCHES: {
    status: 403,
    message: 'You have promised as many meals as you can at once. Complete or release one first.',
  },
  MEALS_GIVEN_LIMIT: { status: 403, message: 'You have given as many meals as your campus allows' },
  TOO_MANY_OPEN_REQUESTS: {
    status: 403,
    message: 'You have as many open requests as your campus allows. Wait for one to end, or cancel one.',
  },
  TOO_MANY_OPEN_REPORTS: {
    status: 403,
    message: 'You have reported as much as you can at once. Please wait until those reports are decided.',
  },
  MEALS_NOT_ON_SALE: {
    status: 403,
    message: 'Your campus does not sell meals. Earn meals by fulfilling requests.',
  },
  SIGN_ON_REFUSED: { status: 403, message: 'Your campus account does not open this. Please start again.' },
  SIGN_ON_REQUIRED: { status: 403, message: 'Your campus asks you to log in with your campus account instead.' },
  CONFIRMATION_REQUIRED: { status: 403, message: 'Please enter a fresh code of your authenticator first' },
  ADJUSTED_TOO_MUCH: { status: 403, message: `You may give and take at most ${ADJUSTMENTS_PER_DAY} meals in 24 hours` },
  OWN_REQUEST: { status: 403, message: 'You cannot accept your own request' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  UNKNOWN_PACKAGE: { status: 404, message: 'There is no such meal package' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not supported here' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  IDENTITY_TAKEN: { status: 409, message: 'This campus account is linked to another SpareSwipe account' },
  REQUEST_NOT_ACTIVE: { status: 409, message: 'Only active requests can be cancelled' },
  REQUEST_NOT_AVAILABLE: { status: 409, message: 'This request is no longer available' },
  MATCH_NOT_ACTIVE: { status: 409, message: 'This match is no longer active' },
  CONFIRMATION_PENDING: {
    status: 409,
    message: `${UNCONFIRMED_MATCHES_MAX_NEW} meals that you marked complete wait for their students' confirmation. This one is yours as soon as its student confirms it, or by itself ${AUTO_COMPLETE_AFTER_HOURS} hours after the deadline. Until then a "Yes" in your rating is your word, so that a "No" is a dispute.`,
  },
  MEETING_NOT_OPEN: {
    status: 409,
    message: `You can say this from ${MEETING_OPENS_MINUTES} minutes before the deadline`,
  },
  NOT_SUSPENDED: { status: 409, message: 'This student is not suspended' },
  ALREADY_REPORTED: {
    status: 409,
    message: 'You have reported this already. Those who run your campus answer by email.',
  },
  CONTEST_NOT_OPEN: { status: 409, message: 'This strike can no longer be contested' },
  CAMPUS_CHANGED: {
    status: 409,
    message:
      'Somebody changed these settings meanwhile. Your changes are kept: please check everything and save again.',
  },
  NOT_DISPUTED: { status: 409, message: 'This match has no dispute to end' },
  ALREADY_DECIDED: { status: 409, message: 'This dispute is already decided' },
  PUSH_KEY_CHANGED: { status: 409, message: 'Please let your browser subscribe again' },
  ALREADY_RATED: { status: 409, message: 'You have already rated this match' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'That is too much data' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send JSON' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was already used with another request' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  PAYMENT_PROVIDER_FAILED: { status: 502, message: 'Failed to initialize payment. Please try again.' },
  SIGN_ON_UNAVAILABLE: {
    status: 502,
    message: 'Your campus sign-on does not respond. Please try again in a few minutes.',
  },
  STRIPE_NOT_CONFIGURED: { status: 503, message: 'Payment system is being set up. Please check back later!' },
  PUSH_NOT_CONFIGURED: { status: 503, message: 'Notifications are not set up here' },
  BUSY: { status: 503, message: 'We are very busy right now. Please try again in a moment.' },
} as const;

/** The words for a campus with a limit of open requests. */
export const openRequestsAllowed = (most: number) => `Your campus allows ${counted(most, 'open request')} at once.`;

/** The message of `TOO_MANY_OPEN_REQUESTS` where the limit is known. */
export const tooManyOpenRequests = (most: number) => `${openRequestsAllowed(most)} Wait for one to end, or cancel one.`;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

export type StatusOf<C extends ErrorCode> = (typeof errors)[C]['status'];
/** The codes of `C` that have HTTP status `S`. */
export type CodesOf<C extends ErrorCode, S extends number> = { [K in C]: StatusOf<K> extends S ? K : never }[C];
