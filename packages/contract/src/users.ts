import { z } from 'zod';
import { EMAIL_MAX, NAME_MAX, NAME_MIN } from './constants.js';
import { visibleText } from './rules/visible-text.js';
import { c, id, line, signedInRoute, success, timestamp } from './wire.js';

export const rolePreference = z.enum(['both', 'requester', 'fulfiller'], { error: 'Please choose a role preference' });
export type RolePreference = z.infer<typeof rolePreference>;

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL_END = '(?:[a-z0-9-]{0,61}[a-z0-9])?';
// No mail reaches an address with two dots in a row, or with more than 64 characters before the @.
const LOCAL_PART_MAX = 64;
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:[a-z0-9]${LABEL_END}\\.)+[a-z]${LABEL_END}$`);

/** An address that mail can reach (RFC 5321: a dot-atom and a domain), trimmed and lower-cased. */
export const address = (wrong: string) =>
  z
    .string({ error: 'Email is required' })
    .trim()
    .toLowerCase()
    .min(1, { error: 'Email is required', abort: true })
    .max(EMAIL_MAX, { error: wrong, abort: true })
    .regex(ADDRESS, { error: wrong, abort: true })
    .refine((value) => value.indexOf('@') <= LOCAL_PART_MAX, { error: wrong, abort: true });

const NOT_EDU = 'Please enter a valid .edu email address';
export const email = address(NOT_EDU).regex(/\.edu$/, NOT_EDU);

// Letters of any script with their marks and joiners, and what stands between them. Our mails show names, so a name must
// not read as a sentence of ours with a link.
const NAME = /^(?:\p{L}[\p{M}\u200c\u200d]*|[\p{Nd}\p{Zs}\p{Pd}'‘’׳״.·・,()])+$/u;
const WEB_ADDRESS = /[.。．｡]\p{L}[\p{L}\p{M}]|\d[.。．｡]\d|:\/\//u;
export const hasWebAddress = (text: string) => WEB_ADDRESS.test(text);
/** Three marks above or below one letter. Marks that stand beside it don't count: Burmese has up to four. */
const PILED_UP = /(?:[\p{Mn}\p{Me}][\u200c\u200d]*){3}/u;

/** With accents or in styled letters, too; look-alikes of other scripts pass. */
const hasOurName = (name: string) => /spareswipe/i.test(name.normalize('NFKD').replace(/\P{L}/gu, ''));

/** A student's name; the message for a long one differs between register and profile (spec §5). */
export const nameOf = (tooLong: string) =>
  line('Name is required')
    .min(NAME_MIN, `Name must be at least ${NAME_MIN} characters`)
    .max(NAME_MAX, tooLong)
    .refine(
      (name) => NAME.test(name) && /\p{L}/u.test(name),
      'Please use only letters, digits, spaces, hyphens, apostrophes, dots, commas and brackets',
    )
    .refine((name) => !hasWebAddress(name), 'A name cannot have a web address: please put a space after a dot')
    .refine((name) => !PILED_UP.test(name.normalize('NFD')), 'Please use at most two accents on a letter')
    .refine((name) => !hasOurName(name), 'A name cannot contain “SpareSwipe”');

// Optional plus, a non-zero digit, then 7 to 15 digits, spaces, dashes or brackets (spec §5). The spec's pattern decides
// what is valid; libphonenumber-js, in the API, only compares and dials numbers.
const PHONE = /^\+?[1-9][\d \-()]{7,15}$/;

export const phoneNumber = z
  .string({ error: 'Phone number is required' })
  .overwrite(visibleText)
  .trim()
  .min(1, { error: 'Phone number is required', abort: true })
  .regex(PHONE, 'Please enter a valid phone number');

/** The student's own account. `credits` can be spent; `strikes.count` counts active strikes or those of the current suspension. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  rolePreference,
  verified: z.boolean(),
  credits: z.number().int().nonnegative(),
  institution: z.string(),
  strikes: z.object({ count: z.number().int(), suspendedUntil: timestamp.nullable() }),
  /** Whether the campus has an announcement that the student has not dismissed. */
  hasUnreadAnnouncements: z.boolean(),
  createdAt: timestamp,
  /** False: the student logs in with the campus account only. Left out otherwise. */
  hasPassword: z.literal(false).optional(),
});
export type User = z.infer<typeof user>;

export const updateProfile = z.object({
  name: nameOf(`Name cannot exceed ${NAME_MAX} characters`),
  rolePreference: rolePreference.optional(),
  phoneNumber: phoneNumber.optional(),
});
export type UpdateProfile = z.infer<typeof updateProfile>;

export const users = c.router({
  me: {
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in student',
    metadata: signedInRoute,
    responses: { 200: success({ user }) },
  },
  profile: {
    method: 'GET',
    path: '/users/profile',
    summary: 'The signed-in student',
    responses: { 200: success({ data: z.object({ user }) }) },
  },
  updateProfile: {
    method: 'PUT',
    path: '/auth/update-profile',
    summary: 'Change name, role preference and phone number; what is left out stays, but for the name',
    body: updateProfile,
    responses: { 200: success({ user }) },
  },
});
