import { contract } from './contract.js';
import { announce } from './desk/announcements.js';
import { changeCampus } from './desk/campuses.js';
import { errors } from './errors.js';
import { subscribeDevice } from './push.js';
import { failure } from './wire.js';

const routes = Object.values(contract).flatMap((feature) => Object.values(feature));

it('allows only registering, logging in and following mailed links without a session [spec §2.1 §6.7]', () => {
  const open = routes.filter(({ metadata }) => (metadata as { access?: string } | undefined)?.access === 'public');
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /api/auth/sign-on',
    'GET /api/auth/verify-email/:token',
    'POST /api/alerts/unsubscribe/:token',
    'POST /api/auth/forgot-password',
    'POST /api/auth/login',
    'POST /api/auth/not-me',
    'POST /api/auth/not-me/account',
    'POST /api/auth/register',
    'POST /api/auth/resend-verification',
    'POST /api/auth/reset-password',
    'POST /api/auth/sign-on/complete',
    'POST /api/auth/sign-on/follow-link',
    'POST /api/auth/sign-on/mail-link',
    'POST /api/auth/sign-on/start',
    'POST /api/auth/sign-on/trade',
  ]);
});

it('gives every route the same failure shape', () => {
  for (const { responses } of routes) {
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '413', '415', '429', '500', '503']),
    );
  }
  const body = { success: false, code: 'EMAIL_TAKEN', message: errors.EMAIL_TAKEN.message };
  expect(failure.parse(body)).toEqual(body);
  expect(failure.safeParse({ ...body, code: 'OOPS' }).success).toBe(false);
});

it('names the codes that each status of a route may carry', () => {
  const conflict = contract.auth.register.responses[409];
  expect(conflict.shape.code.options).toEqual(['EMAIL_TAKEN', 'CAMPUS_ELSEWHERE']);
  const forbidden = contract.requests.create.responses[403];
  expect([...forbidden.shape.code.options].sort()).toEqual([
    'ACCOUNT_SUSPENDED',
    'CAMPUS_PAUSED',
    'EMAIL_NOT_VERIFIED',
    'TOO_MANY_OPEN_REQUESTS',
  ]);
});

it('accepts an Idempotency-Key on the routes whose effect must happen once', () => {
  const keyed = routes.filter((route) => 'headers' in route && route.headers);
  expect(keyed.map(({ path }) => path).sort()).toEqual([
    '/api/matches',
    '/api/matches/:id/complete',
    '/api/matches/:id/met',
    '/api/matches/:id/rate',
    '/api/matches/:id/release',
    '/api/payments/create-payment-intent',
    '/api/requests',
    '/api/requests/:id',
  ]);
});

const guestRules = changeCampus.shape.guestRules;
it.each([
  ['a campus', announce.shape.campus, (end: string) => `stanford.edu${end}x`],
  ['a link', guestRules, (end: string) => ({ text: 'Two guests a week', url: `https://example.edu/${end}x` })],
  ['the endpoint of a device', subscribeDevice.shape.endpoint, (end: string) => `https://push.example.com/${end}x`],
] as const)('refuses NUL and half characters in %s, which PostgreSQL cannot store', (_, schema, ending) => {
  const isValid = (end: string) => schema.safeParse(ending(end)).success;
  expect([isValid(''), isValid('\0'), isValid('\ud800')]).toEqual([true, false, false]);
});

it.each([
  ['https://example.edu/guests', true],
  ['Https://example.edu/guests', true],
  ['http://example.edu/guests', false],
  ['https:example.edu', false], // a browser would take it for a path of ours
  ['javascript://example.edu/%0Aalert(1)', false],
])('lets a campus link to %s: %s', (url, isValid) => {
  expect(guestRules.safeParse({ text: 'Two guests a week', url }).success).toBe(isValid);
});
