import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { IDEMPOTENCY_KEY_HOURS, MAX_PAGE_SIZE, PAGE_SIZE, SEARCH_MAX, TIME_ZONE_MAX } from './constants.js';
import { errorCodes, errors, type CodesOf, type ErrorCode, type StatusOf } from './errors.js';
import { visibleText } from './rules/visible-text.js';

export const c: ReturnType<typeof initContract> = initContract();

/** Who may call a route, and how often. Without metadata: a student with a verified e-mail, as often as they like. */
export interface RouteMetadata {
  /**
   * `operator`: for operators, who log in separately, as all routes of the desk have it. Students may not call it, and
   * operators may not call the other routes.
   */
  access?: 'public' | 'signed-in' | 'operator';
  /** The operator entered a code in the last 10 minutes. */
  confirmed?: boolean;
  /** Calls of one student, counted over all instances of the API. Refused calls count too, so leave room for retries. */
  limit?: { perHour: number };
}
export const publicRoute = { access: 'public' } as const satisfies RouteMetadata;
export const signedInRoute = { access: 'signed-in' } as const satisfies RouteMetadata;
export const operatorRoute = { access: 'operator' } as const satisfies RouteMetadata;
export const confirmedRoute = { confirmed: true } as const satisfies RouteMetadata;
export const limitedRoute = (perHour: number) => ({ limit: { perHour } }) satisfies RouteMetadata;

export const id = z.uuid();
export const timestamp = z.iso.datetime();

/** An id in a path. For any other text the API responds with 404, as for an unknown id. */
export const idParam = z.object({ id });

export const idempotencyHeaders = {
  'idempotency-key': z
    .uuid('Idempotency-Key must be a UUID')
    .optional()
    .describe(
      `Repeated calls have one effect: the same key and body return the first response for ${IDEMPOTENCY_KEY_HOURS} hours`,
    ),
};

// Control characters (PostgreSQL refuses NUL, mail headers refuse line breaks), line separators, half surrogate pairs.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const UNPRINTABLE_BUT_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** One line of visible text: trimmed, with no control characters. `required` is the message when it is missing or blank. */
export const line = (required: string) =>
  z
    .string({ error: required })
    .overwrite(visibleText)
    .trim()
    .min(1, { error: required, abort: true })
    .refine((value) => !UNPRINTABLE.test(value), { error: 'Please use plain text only', abort: true });

/** The address of a web page or service. The slashes are checked because "https:a.example" is a valid URL, but as a link it leads to a path of ours. */
export const webAddress = (max: number, message: string, begins = /^https?:\/\//i) =>
  z
    .url(message)
    .regex(begins, message)
    .max(max, message)
    .refine((value) => !UNPRINTABLE.test(value), message);

/** Optional visible text of several lines; blank counts as absent. */
export const optionalLines = (max: number, tooLong: string) =>
  z
    .string({ error: 'Please enter text' })
    .overwrite(visibleText)
    .trim()
    .max(max, tooLong)
    .refine((value) => !UNPRINTABLE_BUT_LINES.test(value), 'Please use plain text only')
    .nullable()
    .transform((value) => value || undefined)
    .optional();

export const search = optionalLines(SEARCH_MAX, 'Please search for something shorter');

/** Visible text of several lines that has to be there. `message` names both limits; an emoji counts as one, as in SQL. */
export const requiredLines = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .overwrite(visibleText)
    .trim()
    .min(min, { error: message, abort: true })
    .refine((value) => Array.from(value).length >= min, { error: message, abort: true })
    .max(max, message)
    .refine((value) => !UNPRINTABLE_BUT_LINES.test(value), 'Please use plain text only');

const TIME_ZONE = `Please send the name of a time zone, at most ${TIME_ZONE_MAX} characters`;
export const timeZone = z.string(TIME_ZONE).max(TIME_ZONE_MAX, TIME_ZONE);

/** A whole number in a body. `outside` is the message for everything else. */
export const wholeNumber = (min: number, max: number, outside: string) =>
  z.number({ error: outside }).int(outside).min(min, outside).max(max, outside);

/** A query parameter left blank counts as absent. */
export const blankAsAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A whole number in a query, from 1 to `max`. `outside` is the message for everything else. */
export const countTo = (max: number, outside: string) =>
  z.coerce.number({ error: outside }).int(outside).min(1, outside).max(max, outside);

export const pageQuery = {
  page: blankAsAbsent(countTo(1_000_000, 'There is no such page').default(1)),
  limit: blankAsAbsent(countTo(MAX_PAGE_SIZE, `Please ask for 1 to ${MAX_PAGE_SIZE} at a time`).default(PAGE_SIZE)),
};

/** `pages` is 0 when there is nothing to show. */
export const pagination = z.object({
  current: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;

/** A success body: `success: true` beside the route's own fields. */
export const success = <T extends z.ZodRawShape>(shape: T) => z.object({ success: z.literal(true), ...shape });
export const successMessage = success({ message: z.string() });

/** The one failure body. The optional fields appear with the codes that need them. */
const failureShape = {
  success: z.literal(false),
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** EMAIL_NOT_VERIFIED at log-in: the address to resend to. */
  email: z.string().optional(),
  /** CAMPUS_ELSEWHERE: where. */
  origin: z.string().optional(),
  /** TOO_MANY_REQUESTS, BUSY: seconds. */
  retryAfterSeconds: z.number().optional(),
  /** ACCOUNT_SUSPENDED. */
  suspendedUntil: timestamp.optional(),
  /** CAMPUS_PAUSED: why, and until when if that is known. */
  notice: z.string().optional(),
  pausedUntil: timestamp.optional(),
  /** TOO_MANY_OPEN_REQUESTS: the number that the campus allows at once. */
  openRequestsMax: z.number().int().optional(),
  /** INSUFFICIENT_CREDITS: the credits that the student owes for refunded purchases whose credits were already spent. */
  owed: z.number().int().optional(),
  /** INSUFFICIENT_CREDITS: how many of their next credits pay claims of disputes. */
  claimed: z.number().int().optional(),
};
export const failure = z.object({ ...failureShape, code: z.enum(errorCodes) });
export type Failure = z.infer<typeof failure>;

const failureOf = <C extends ErrorCode>(codes: readonly C[]) =>
  z.object({ ...failureShape, code: z.enum(codes as readonly [C, ...C[]]) });

/** Failures that any route can return. */
const COMMON = [
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'EMAIL_NOT_VERIFIED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'BUSY',
] as const satisfies readonly ErrorCode[];
type Common = (typeof COMMON)[number];

type Fails<C extends ErrorCode> = {
  [S in StatusOf<C>]: ReturnType<typeof failureOf<CodesOf<C | Common, S>>>;
};

/** Responses for the given codes by status, next to the common codes of the same status. */
export const fails = <C extends ErrorCode>(...codes: C[]) => {
  const statuses = new Set(codes.map((code) => errors[code].status));
  const all: readonly ErrorCode[] = [...new Set<ErrorCode>([...codes, ...COMMON])];
  const byStatus: Record<number, z.ZodType> = {};
  for (const status of statuses) byStatus[status] = failureOf(all.filter((code) => errors[code].status === status));
  return byStatus as Fails<C>;
};
export const commonFailures = fails(...COMMON);
