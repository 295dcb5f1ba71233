import { z } from 'zod';
import { NAME_MAX } from './constants.js';
import { email, nameOf, phoneNumber, rolePreference, user } from './users.js';
import { c, fails, limitedRoute, publicRoute, success, successMessage } from './wire.js';

/** A campus whose students may log in with the campus's own account. */
export const signOnCampus = z.object({
  /** Names the sign-on in routes. */
  provider: z.string(),
  name: z.string(),
  /** The domains of its students' addresses. */
  domains: z.array(z.string()),
});
export type SignOnCampus = z.infer<typeof signOnCampus>;

const text = (max: number) =>
  z.string({ error: 'Please start again' }).min(1, 'Please start again').max(max, 'Please start again');
const provider = text(40);

/** Both halves of a sign-on: the code came in the fragment of the address, the secret stayed in the tab that began. */
export const signOnProof = z.object({ code: text(100), secret: text(100) });
export type SignOnProof = z.infer<typeof signOnProof>;

/** A page of our own to go back to, as a browser writes it: printable ASCII. */
const returnTo = z
  .string({ error: 'Please start again' })
  .max(300, 'Please start again')
  .regex(/^\/([!-.0-[\]-~][!-[\]-~]*)?$/, 'Please start again')
  .default('/dashboard');

const started = success({
  /** Where the browser goes to sign on. */
  url: z.string(),
  /** Stays in this tab until it comes back. */
  secret: z.string(),
});

export const completeSignOn = signOnProof.extend({
  name: nameOf(`Name cannot be more than ${NAME_MAX} characters`),
  email,
  phoneNumber,
  rolePreference: rolePreference.default('both'),
});
export type CompleteSignOn = z.infer<typeof completeSignOn>;

const loggedIn = { user, token: z.string(), returnTo: z.string() };

/** What comes next after a sign-on. */
export const signOnOutcome = z.discriminatedUnion('next', [
  success({ next: z.literal('logged-in'), ...loggedIn }),
  /** Nobody has signed on with this identity before. `code` replaces the one that was used. */
  success({
    next: z.literal('profile'),
    code: z.string(),
    /** Of the campus that vouches for the student. */
    campus: signOnCampus,
    name: z.string(),
    /** Empty where the campus gives none that is of its domains. */
    email: z.string(),
    /** The campus vouches for the address, so no mail is needed to verify it. */
    isVouched: z.boolean(),
    /** An account has this address already: link it instead. */
    hasAccount: z.boolean(),
  }),
  /** The identity now belongs to the student who was logged in. */
  success({ next: z.literal('linked'), returnTo: z.string() }),
  /** The student has just proved again who they are; `code` and the tab's secret stand in for the password, once. */
  success({ next: z.literal('confirmed'), code: z.string(), returnTo: z.string() }),
]);
export type SignOnOutcome = z.infer<typeof signOnOutcome>;

export const signOn = c.router({
  campuses: {
    method: 'GET',
    path: '/auth/sign-on',
    summary: 'The campuses whose students may log in with the campus account',
    metadata: publicRoute,
    responses: { 200: success({ campuses: z.array(signOnCampus) }) },
  },
  start: {
    method: 'POST',
    path: '/auth/sign-on/start',
    summary: 'Begin to log in or register with the campus account',
    metadata: publicRoute,
    body: z.object({ provider, returnTo }),
    responses: { 200: started, ...fails('SIGN_ON_UNAVAILABLE') },
  },
  startSignedIn: {
    method: 'POST',
    path: '/auth/sign-on/start-signed-in',
    summary: "Begin to link the student's campus account, or to prove again who they are",
    metadata: limitedRoute(30),
    body: z.object({
      provider,
      purpose: z.enum(['link', 'confirm'], { error: 'Please start again' }),
      returnTo,
    }),
    responses: { 200: started, ...fails('SIGN_ON_UNAVAILABLE', 'SIGN_ON_REFUSED') },
  },
  trade: {
    method: 'POST',
    path: '/auth/sign-on/trade',
    summary: 'Trade the one-time code of the callback and the secret of the tab for what comes next',
    metadata: publicRoute,
    body: signOnProof,
    responses: {
      200: signOnOutcome,
      ...fails('INVALID_TOKEN', 'SIGN_ON_REFUSED', 'ACCOUNT_DEACTIVATED', 'IDENTITY_TAKEN'),
    },
  },
  complete: {
    method: 'POST',
    path: '/auth/sign-on/complete',
    summary: 'The one step of a new student. Logs in where the campus vouches for the address, else mails a link',
    metadata: publicRoute,
    body: completeSignOn,
    responses: {
      200: success({ user, token: z.string().optional(), returnTo: z.string(), message: z.string() }),
      ...fails('INVALID_TOKEN', 'EMAIL_TAKEN', 'IDENTITY_TAKEN', 'SIGN_ON_REFUSED'),
    },
  },
  mailLink: {
    method: 'POST',
    path: '/auth/sign-on/mail-link',
    summary: 'Mail a link to the mailbox of an account that exists, which links the campus account to it',
    metadata: publicRoute,
    body: signOnProof.extend({ email }),
    responses: { 200: successMessage, ...fails('INVALID_TOKEN') },
  },
  followLink: {
    method: 'POST',
    path: '/auth/sign-on/follow-link',
    summary: 'With the mailed link, in the browser that asked for it: link the campus account, and log in',
    metadata: publicRoute,
    body: signOnProof,
    responses: {
      200: success(loggedIn),
      ...fails('INVALID_TOKEN', 'ACCOUNT_DEACTIVATED', 'IDENTITY_TAKEN', 'SIGN_ON_REFUSED'),
    },
  },
  mine: {
    method: 'GET',
    path: '/auth/sign-on/mine',
    summary: "The sign-on of the student's campus, and whether it is linked",
    responses: { 200: success({ campus: signOnCampus.nullable(), isLinked: z.boolean() }) },
  },
});
