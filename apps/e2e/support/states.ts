import { createHash } from 'node:crypto';
import { errors, type DisputeAward, type ErrorCode } from '@spareswipe/contract';
import { expect, type Page, type Route } from '@playwright/test';
import { endUndo, moveDeadline } from './campus.js';
import { lastingToasts } from './lasting-toasts.js';
import { short } from './levels.js';
import type { Screen } from './screens.js';
import {
  acceptedMatch,
  api,
  inHours,
  logIn,
  origin,
  postedRequest,
  registered,
  somebody,
  verifiedStudent,
  type Student,
} from './students.js';

const pathOf = (link: string) => new URL(link).pathname;
const see = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).first().click();

/** Submits a form and waits for its message. */
const submit = (button: string, message: string) => async (page: Page) => {
  await press(page, button);
  await see(page, message);
};

/** Presses a button until its dialog is there: a press on a card that has just moved does nothing. */
const open = (button: string, name: string | RegExp) => async (page: Page) => {
  const dialog = page.getByRole('dialog', { name });
  await expect(async () => {
    if (!(await dialog.isVisible())) await press(page, button);
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
};

const answer = (yesOrNo: 'Yes' | 'No', shows: string | RegExp) => async (page: Page) => {
  await open('Rate & Report Issues', 'Rate Your Experience')(page);
  await page.getByRole('dialog').getByRole('radio', { name: yesOrNo }).check();
  await see(page, shows);
};

const ALL_BUT_THE_STUDENT = /\/api\/(?!auth\/me)/;
const THE_STUDENT = '**/api/auth/me';
const refuse = (code: ErrorCode) => (route: Route) => {
  const { status, message } = errors[code];
  return route.fulfill({ status, json: { success: false, code, message } });
};
/** Fails matching calls with a 500. */
const broken = (calls: string | RegExp) => (page: Page) => page.route(calls, refuse('INTERNAL'));
/** What the bodies of responses may have that a state changes. */
interface Body {
  matches?: object[];
  requests?: { requester: object }[];
  entries?: object[];
  user?: object;
}
/** Changes the bodies of the responses to matching calls. */
const changed = (calls: string, change: (body: Body) => object) => (page: Page) =>
  page.route(calls, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Body) });
  });
/** Shows the student's matches and requests as completed and disputed, which would take days to be decided. */
const disputed = (calls: string, awardedTo: DisputeAward | null) =>
  changed(calls, ({ matches, requests, ...body }) => {
    const openedAt = inHours(-24);
    const dispute = {
      openedAt,
      endsAt: inHours(13 * 24),
      decidedAt: awardedTo && openedAt,
      awardedTo,
      deniedBy: 'requester',
      confirmedBy: 'fulfiller',
    };
    const completed = { status: 'completed', dispute };
    const rating = { requesterRating: { score: null, followedThrough: false }, fulfillerRating: null };
    const match = { _id: 'none', ...completed, fulfiller: { name: 'Noah Park' }, rating };
    return {
      ...body,
      matches: matches?.map((one) => ({ ...one, ...completed })),
      requests: requests?.map((one) => ({ ...one, status: 'completed', match })),
    };
  });
/** Opens the screen as this student, who is not on the campus that the other screens share. */
const openAs = (page: Page, { token }: Student) =>
  page.addInitScript((mine) => localStorage.setItem('token', mine), token);
/** Ana asks for a meal; Ben helps her, and opens the screen. */
async function meal(page: Page) {
  const [ana, ben] = [await verifiedStudent('Ana Lopez'), await verifiedStudent('Ben Okafor')];
  const request = await postedRequest(ana, { mealDescription: `Dal for ${ana.email}` });
  await openAs(page, ben);
  return { ana, ben, request };
}
/** Ben sees Ana's request, alone on Browse. */
async function openRequest(page: Page) {
  const { ana, request } = await meal(page);
  await page.goto(`/requests?search=${encodeURIComponent(request.mealDescription)}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  return { ana, request };
}
/** Ben is about to meet Ana. */
async function meeting(page: Page) {
  const { ben, request } = await meal(page);
  await acceptedMatch(ben, request._id);
  await moveDeadline(request._id, 20);
}
const ENDPOINT = 'https://push.example.com/1';
/** A browser where the student gave this permission for notifications, and has subscribed if granted; headless Chromium denies it. */
const pushBrowser = (permission: NotificationPermission) => (page: Page) =>
  page.addInitScript(
    ([answer, endpoint]) => {
      Object.defineProperty(Notification, 'permission', { value: answer });
      const subscription = answer === 'granted' ? { endpoint, options: {}, unsubscribe: () => true } : null;
      const registration = { pushManager: { getSubscription: () => Promise.resolve(subscription) } };
      Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.resolve(registration) });
    },
    [permission, ENDPOINT] as const,
  );
/** Safari on an iPhone before the app is on its home screen. */
const iPhone = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
  });
const noRequests = changed('**/api/requests?*', (body) => {
  const pagination = { current: 1, pages: 0, total: 0, hasNext: false, hasPrev: false };
  return { ...body, requests: [], pagination };
});
/** Never responds to matching calls. */
const unanswered = (calls: string | RegExp) => (page: Page) => page.route(calls, () => undefined);

type Place = [name: string, path: string];
/** Screens that look alike while they load and when they fail: two of them in `pnpm test`. */
const withData: Place[] = [
  ['dashboard', '/dashboard'],
  ['browse', '/requests'],
  ...short<Place[]>([], {
    full: [
      ['my requests', '/my-requests'],
      ['matches', '/matches'],
      ['profile', '/profile'],
      ['purchase meals', '/purchase-meals'],
    ],
  }),
];

const loading = ([name, path]: Place): Screen => ({
  name: `${name}, loading`,
  path,
  as: 'mia',
  arrange: unanswered(ALL_BUT_THE_STUDENT),
  act: (page) => expect(page.locator('[aria-busy=true]').first()).toBeVisible(),
});

const failing = ([name, path]: Place): Screen => ({
  name: `${name}, failing`,
  path,
  as: 'mia',
  arrange: broken(ALL_BUT_THE_STUDENT),
  act: (page) => expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible(),
});

async function openMenu(page: Page) {
  await page.setViewportSize({ width: 360, height: 800 });
  await press(page, 'Open menu');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function logInUnverified(page: Page) {
  const una = somebody('Una Verified');
  await registered(una);
  await logIn(page, una);
  await see(page, 'Email verification required');
}

async function register(page: Page) {
  const { name, email, phoneNumber, password } = somebody('Remy Registers');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill(phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Create account');
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

async function askWithoutMeals(page: Page) {
  await page.getByLabel('What food').fill('Ramen');
  await page.getByLabel('Store').fill('Lakeside');
  await press(page, 'Create Request');
  await see(page, 'Would you like to purchase more meals now?');
}

/** Every state that an action or a fault causes, including those that last only a moment. */
export const states: Screen[] = [
  { name: 'landing, menu open', path: '/', act: openMenu },
  { name: 'dashboard, menu open', path: '/dashboard', as: 'broke', act: openMenu },

  { name: 'log in, mistakes', path: '/login', act: submit('Log in', 'Email is required') },
  {
    name: 'log in, refused',
    path: '/login',
    arrange: lastingToasts,
    act: async (page) => {
      await logIn(page, { email: 'nobody@cs.stanford.edu', password: 'Wrong-Day1' });
      await see(page, errors.INVALID_CREDENTIALS.message);
    },
  },
  { name: 'log in, not verified yet', path: '/login', arrange: lastingToasts, act: logInUnverified },
  {
    name: 'log in, verification mail sent again',
    path: '/login',
    arrange: lastingToasts,
    act: async (page) => {
      await logInUnverified(page);
      await submit('Resend verification email', 'Verification email sent! Please check your inbox.')(page);
    },
  },
  { name: 'register, mistakes', path: '/register', act: submit('Create account', 'Name is required') },
  {
    name: 'register, another phone number offered',
    path: '/register',
    act: async (page) => {
      await page.getByLabel('Phone number').fill('(617) 555-0100');
      await submit('Create account', 'Use +1 617-555-0100')(page);
    },
  },
  { name: 'register, check your email', path: '/register', act: register },
  { name: 'forgot password, mistakes', path: '/forgot-password', act: submit('Send reset link', 'Email is required') },
  {
    name: 'reset password, mistakes',
    path: '/reset-password/nothing',
    act: submit('Save new password', 'Password is required'),
  },
  {
    name: 'verify, on its way',
    path: '/verify-email/nothing',
    arrange: unanswered('**/api/auth/verify-email/*'),
    act: (page) => see(page, 'Verifying...'),
  },
  {
    name: 'verify, done',
    path: async () => pathOf(await registered(somebody('Vera Fied'))),
    arrange: lastingToasts,
    act: async (page) => {
      await see(page, 'Email verified successfully!');
    },
  },
  {
    name: 'verify, done, without starting meals',
    path: async () => pathOf(await registered(somebody('Seco Nd'))),
    arrange: async (page) => {
      await lastingToasts(page);
      await changed('**/api/auth/verify-email/*', (body) => ({ ...body, startingMeals: 0 }))(page);
    },
    act: (page) => see(page, 'has had its starting meals before'),
  },
  {
    name: 'verify, done before',
    path: async () => {
      const details = somebody('Benny Fore');
      const link = pathOf(await registered(details));
      await api().auth.verifyEmail({ params: { token: link.split('/').at(-1) ?? '' } });
      return link;
    },
    act: (page) => see(page, 'Please log in'),
  },

  {
    name: 'guard, checking',
    path: '/dashboard',
    as: 'mia',
    arrange: unanswered(THE_STUDENT),
    act: (page) => see(page, 'Checking authentication...'),
  },
  {
    name: 'guard, not verified',
    path: '/dashboard',
    as: 'mia',
    arrange: changed(THE_STUDENT, (body) => ({ ...body, user: { ...body.user, verified: false } })),
    act: (page) => see(page, 'Email Verification Required'),
  },
  {
    name: 'guard, server down',
    path: '/dashboard',
    as: 'mia',
    arrange: broken(THE_STUDENT),
    act: (page) => expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
  },
  {
    name: 'log in, session ended',
    path: '/dashboard',
    arrange: (page) => page.addInitScript(() => localStorage.setItem('token', 'of a session that has ended')),
    act: (page) => see(page, 'Your session has ended. Please log in again.'),
  },
  {
    name: 'matches, not loaded',
    path: '/matches',
    as: 'mia',
    arrange: (page) => page.route('**/assets/matches-page-*.js', (route) => route.abort()),
    act: (page) => see(page, 'This screen did not load'),
  },
  {
    name: 'dashboard, offline',
    path: '/dashboard',
    as: 'mia',
    heading: /Mia/,
    act: async (page) => {
      await page.context().setOffline(true);
      await see(page, 'You are offline.');
    },
  },

  ...withData.map(loading),
  ...withData.map(failing),

  {
    name: 'create request, mistakes',
    path: '/create-request',
    as: 'mia',
    act: async (page) => {
      await page.locator('[name=date]').fill('');
      await page.locator('[name=time]').fill('');
      await submit('Create Request', 'Please specify what food you want')(page);
    },
  },
  { name: 'create request, buy meals?', path: '/create-request', as: 'broke', act: askWithoutMeals },
  {
    name: 'my requests, notifications offered',
    path: '/create-request',
    as: 'mia',
    arrange: async (page) => {
      await pushBrowser('default')(page);
      await page.route('**/api/requests', async (route) => {
        const { authorization = '' } = route.request().headers();
        const mine = await fetch(`${origin()}/api/requests/my`, { headers: { authorization } });
        const { requests } = (await mine.json()) as { requests: object[] };
        await route.fulfill({ status: 201, json: { success: true, request: requests[0], creditsRemaining: 1 } });
      });
    },
    act: async (page) => {
      await page.getByLabel('What food').fill('Ramen');
      await page.getByLabel('Store').fill('Lakeside');
      await submit('Create Request', 'Tell me when someone accepts')(page);
    },
  },
  {
    name: 'my requests, cancel?',
    path: '/my-requests?status=active',
    as: 'mia',
    act: (page) => open('Cancel', /cancel/i)(page),
  },
  {
    name: 'matches, disputed',
    path: '/matches',
    as: 'noah',
    arrange: disputed('**/api/matches/my*', null),
    act: (page) => see(page, 'Disputed'),
  },
  {
    name: 'matches, dispute decided',
    path: '/matches',
    as: 'noah',
    arrange: disputed('**/api/matches/my*', 'nobody'),
    act: (page) => see(page, 'Dispute decided'),
  },
  {
    name: 'my requests, disputed',
    path: '/my-requests',
    as: 'mia',
    arrange: disputed('**/api/requests/my*', null),
    act: (page) => see(page, 'Disputed'),
  },
  {
    name: 'my requests, dispute decided',
    path: '/my-requests',
    as: 'mia',
    arrange: disputed('**/api/requests/my*', 'requester'),
    act: (page) => see(page, 'Dispute decided'),
  },
  {
    name: 'dashboard, did you get your meal?',
    path: '/dashboard',
    arrange: async (page) => {
      const { ana, ben, request } = await meal(page);
      await api(ben.token).matches.complete({ params: { id: (await acceptedMatch(ben, request._id))._id } });
      await openAs(page, ana);
    },
    act: (page) => see(page, 'Did you get your meal?'),
  },
  {
    name: 'dashboard, disputed',
    path: '/dashboard',
    as: 'mia',
    arrange: disputed('**/api/*/my*', null),
    act: (page) => see(page, 'Disputed'),
  },
  {
    name: 'browse, released and refused',
    path: '/requests',
    as: 'newcomer',
    arrange: async (page) => {
      await changed('**/api/requests?*', (body) => ({
        ...body,
        requests: body.requests?.map((one, index) => ({ ...one, isReleased: index === 0 })),
      }))(page);
      await page.route('**/api/matches', refuse('TOO_MANY_OPEN_MATCHES'));
    },
    act: async (page) => {
      await see(page, 'You let this one go');
      await submit('Accept Request', errors.TOO_MANY_OPEN_MATCHES.message)(page);
    },
  },
  {
    name: 'dashboard, next meal with its contact',
    path: '/dashboard',
    arrange: async (page) => {
      const { ben, request } = await meal(page);
      await acceptedMatch(ben, request._id);
      await endUndo(ben);
    },
    act: async (page) => {
      await expect(page.getByRole('region', { name: 'Next meal' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Call Ana Lopez' })).toBeVisible();
    },
  },
  {
    name: 'dashboard, next meal with its meet code',
    path: '/dashboard',
    arrange: meeting,
    act: (page) => expect(page.getByRole('region', { name: 'Meet Ana Lopez' })).toBeVisible(),
  },
  {
    name: 'meeting, on the whole screen',
    path: '/dashboard',
    arrange: meeting,
    act: async (page) => {
      await page.getByRole('button', { name: 'phone shows the same' }).click();
      await expect(page.getByRole('dialog', { name: 'Meet Ana' })).toBeVisible();
    },
  },
  {
    name: 'browse, just accepted',
    path: '/',
    arrange: lastingToasts,
    act: async (page) => {
      await openRequest(page);
      await press(page, 'Accept Request');
      await see(page, "You're helping");
      // else Undo would go
      await page.clock.setFixedTime(new Date());
      await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
    },
  },
  {
    name: 'browse, gone',
    path: '/',
    act: async (page) => {
      const { ana, request } = await openRequest(page);
      await api(ana.token).requests.cancel({ params: { id: request._id } });
      await see(page, 'No longer open');
    },
  },
  {
    name: 'browse, known students',
    path: '/requests',
    as: 'newcomer',
    arrange: changed('**/api/requests?*', (body) => {
      const reputation = { stars: 4.8, meals: 7 };
      return {
        ...body,
        requests: body.requests?.map((one) => ({ ...one, requester: { ...one.requester, reputation } })),
      };
    }),
    act: (page) => see(page, /7 meals shared/),
  },
  {
    name: 'matches, finished',
    path: '/matches',
    arrange: async (page) => {
      const { ben, request } = await meal(page);
      await acceptedMatch(ben, request._id);
      await lastingToasts(page);
    },
    act: async (page) => {
      await press(page, 'Mark Complete');
      await expect(page.getByRole('status').filter({ hasText: 'You fed Ana' })).toContainText('3 meals to spend');
    },
  },
  {
    name: 'matches, nothing to rate by this link',
    path: '/matches?rate=nothing',
    as: 'noah',
    arrange: (page) => page.route('**/api/matches/nothing', refuse('NOT_FOUND')),
    act: (page) => see(page, 'We could not find the match of this link.'),
  },
  { name: 'matches, rated Yes', path: '/matches', as: 'noah', act: answer('Yes', 'Your rating') },
  { name: 'matches, rated No', path: '/matches', as: 'noah', act: answer('No', /strike/) },
  { name: 'matches, let it go?', path: '/matches', as: 'noah', act: open("I can't make it", /make it/) },
  {
    name: 'profile, disputed meals',
    path: '/profile',
    as: 'noah',
    arrange: changed('**/api/users/credit-history*', (body) => {
      const kinds = ['dispute', 'award', 'repay'];
      const entries = body.entries?.map((entry, index) => ({ ...entry, kind: kinds[index % kinds.length] }));
      return { ...body, entries, owed: 2, claimed: 1 };
    }),
    act: (page) => see(page, 'You spent 1 disputed meal'),
  },
  {
    name: 'profile, mistakes',
    path: '/profile',
    as: 'mia',
    act: async (page) => {
      await page.getByLabel('Full name').fill('');
      await submit('Save Changes', 'Name is required')(page);
    },
  },
  {
    name: 'profile, sign out everywhere?',
    path: '/profile',
    as: 'mia',
    act: open('Sign out everywhere', 'Sign out everywhere?'),
  },
  {
    name: 'profile, notifications off',
    path: '/profile',
    as: 'mia',
    arrange: pushBrowser('default'),
    act: (page) => expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible(),
  },
  {
    name: 'profile, notifications blocked',
    path: '/profile',
    as: 'mia',
    arrange: pushBrowser('denied'),
    act: (page) => see(page, 'Your browser blocks notifications'),
  },
  {
    name: 'profile, notifications on two devices',
    path: '/profile',
    as: 'mia',
    arrange: async (page) => {
      await pushBrowser('granted')(page);
      const createdAt = inHours(-30);
      const endpointHash = createHash('sha256').update(ENDPOINT).digest('base64url');
      const devices = [
        { _id: 'one', name: 'Chrome on Android', createdAt, endpointHash },
        { _id: 'two', name: 'Safari on iPhone', createdAt, endpointHash: '' },
      ];
      await changed('**/api/alerts/devices', (body) => ({ ...body, devices }))(page);
    },
    act: async (page) => {
      await see(page, 'On: you hear of your requests and promises at once.');
      await see(page, 'Safari on iPhone');
      await page.getByText('More', { exact: true }).click();
      await see(page, 'Now they get news of your own requests and promises only.');
    },
  },
  {
    name: 'profile, notifications on an iPhone',
    path: '/profile',
    as: 'mia',
    arrange: iPhone,
    act: (page) => see(page, 'Put SpareSwipe on your home screen first'),
  },
  {
    name: 'browse, hear of other meals?',
    path: '/requests',
    as: 'mia',
    arrange: async (page) => {
      await pushBrowser('default')(page);
      await noRequests(page);
    },
    act: async (page) => {
      await open('Tell me of other meals', 'Hear of other meals')(page);
      await expect(page.getByRole('button', { name: 'Notify this device' })).toBeVisible();
    },
  },
  {
    name: 'browse, hear of other meals on an iPhone?',
    path: '/requests',
    as: 'mia',
    arrange: async (page) => {
      await iPhone(page);
      await noRequests(page);
    },
    act: async (page) => {
      await open('Tell me of other meals', 'Hear of other meals')(page);
      await see(page, 'Put SpareSwipe on your home screen first');
    },
  },
  {
    name: 'profile, deactivate?',
    path: '/profile',
    as: 'mia',
    act: async (page) => {
      await open('Deactivate Account', 'Deactivate Account')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate Account' }).click();
      await see(page, 'Password is required');
    },
  },
  {
    name: 'purchase meals, no session',
    path: '/purchase-meals',
    as: 'mia',
    arrange: broken('**/api/payments/create-payment-intent'),
    act: (page) => expect(page.getByRole('button', { name: 'Retry Payment Setup' })).toBeVisible(),
  },
];
