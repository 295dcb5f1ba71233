import { IconTicket, IconUserCircle } from '@tabler/icons-react';
import { lazy, useState, type ComponentType } from 'react';
import { matchPath } from 'react-router';
import { paths } from '../shared/paths';
import { loadScript } from '../shared/load-script';

/** `public`: everybody. `visitor`: ways in, which stay on the screen when a session ends. `student`: verified students. */
type Audience = 'public' | 'visitor' | 'student';

export interface NavigationEntry {
  place: 'header' | 'footer';
  label: string;
  Icon?: typeof IconTicket;
  /** Shows something of the student instead of the bare label, or calls to join. */
  kind?: 'meals' | 'name' | 'join';
}

interface Entry {
  path: string;
  /** The build paints this screen (build/first-paint.ts), since visitors open it: its file in `pages/`, whose script the page preloads. */
  painted?: string;
  load: () => Promise<ComponentType>;
  audience: Audience;
  navigation?: NavigationEntry;
}

/** Every screen (spec §2), in the order of the navigation. A screen is one entry here, and its page file. */
const ENTRIES: Entry[] = [
  {
    path: paths.landing,
    painted: 'landing-page',
    load: async () => (await import('../pages/landing-page')).LandingPage,
    audience: 'public',
    navigation: { place: 'footer', label: 'Home' },
  },
  {
    path: paths.login,
    painted: 'login-page',
    load: async () => (await import('../pages/login-page')).LoginPage,
    audience: 'visitor',
    navigation: { place: 'header', label: 'Log in' },
  },
  {
    path: paths.register,
    painted: 'register-page',
    load: async () => (await import('../pages/register-page')).RegisterPage,
    audience: 'visitor',
    navigation: { place: 'header', label: 'Register', kind: 'join' },
  },
  {
    path: paths.verifyEmail,
    load: async () => (await import('../pages/verify-email-page')).VerifyEmailPage,
    audience: 'visitor',
  },
  {
    path: paths.forgotPassword,
    painted: 'forgot-password-page',
    load: async () => (await import('../pages/forgot-password-page')).ForgotPasswordPage,
    audience: 'visitor',
  },
  {
    path: paths.resetPassword,
    load: async () => (await import('../pages/reset-password-page')).ResetPasswordPage,
    audience: 'visitor',
  },
  {
    path: paths.notMe,
    load: async () => (await import('../pages/not-me-page')).NotMePage,
    audience: 'visitor',
  },
  {
    path: paths.signOn,
    load: async () => (await import('../pages/sign-on-page')).SignOnPage,
    audience: 'visitor',
  },
  {
    path: paths.dashboard,
    load: async () => (await import('../pages/dashboard-page')).DashboardPage,
    audience: 'student',
    navigation: { place: 'header', label: 'Dashboard' },
  },
  {
    path: paths.browse,
    load: async () => (await import('../pages/browse-page')).BrowsePage,
    audience: 'student',
    navigation: { place: 'header', label: 'Browse Requests' },
  },
  {
    path: paths.createRequest,
    load: async () => (await import('../pages/create-request-page')).CreateRequestPage,
    audience: 'student',
    navigation: { place: 'header', label: 'Create Request' },
  },
  {
    path: paths.myRequests,
    load: async () => (await import('../pages/my-requests-page')).MyRequestsPage,
    audience: 'student',
    navigation: { place: 'header', label: 'My Requests' },
  },
  {
    path: paths.matches,
    load: async () => (await import('../pages/matches-page')).MatchesPage,
    audience: 'student',
    navigation: { place: 'header', label: 'Matches' },
  },
  {
    path: paths.purchase,
    load: async () => (await import('../pages/purchase-page')).PurchasePage,
    audience: 'student',
    navigation: { place: 'header', label: 'Meals', Icon: IconTicket, kind: 'meals' },
  },
  {
    path: paths.profile,
    load: async () => (await import('../pages/profile-page')).ProfilePage,
    audience: 'student',
    navigation: { place: 'header', label: 'Profile', Icon: IconUserCircle, kind: 'name' },
  },
  {
    path: paths.messages,
    load: async () => (await import('../pages/messages-page')).MessagesPage,
    audience: 'student',
    // not "Messages": a card's link to the same page is "Message" (spec §2 My Requests)
    navigation: { place: 'footer', label: 'Talk to your match' },
  },
  {
    path: paths.help,
    load: async () => (await import('../pages/help-page')).HelpPage,
    audience: 'public',
    navigation: { place: 'footer', label: 'Help' },
  },
  {
    path: paths.privacy,
    load: async () => (await import('../pages/privacy-page')).PrivacyPage,
    audience: 'public',
    navigation: { place: 'footer', label: 'Privacy' },
  },
  {
    path: paths.unsubscribe,
    load: async () => (await import('../pages/unsubscribe-page')).UnsubscribePage,
    audience: 'visitor',
  },
  {
    path: paths.safety,
    load: async () => (await import('../pages/safety-page')).SafetyPage,
    audience: 'public',
    navigation: { place: 'footer', label: 'Safety' },
  },
];

/** A screen whose script loads when it is opened. After `preload` it shows at once. */
function screen(entry: Entry) {
  const { load } = entry;
  let Loaded: ComponentType | undefined;
  const Late = lazy(async () => ({ default: await loadScript(load) }));
  function Screen() {
    const [Page] = useState<ComponentType>(() => Loaded ?? Late);
    return <Page />;
  }
  const preload = async () => {
    Loaded = await load();
  };
  return { ...entry, Screen, preload };
}

export const screens = ENTRIES.map(screen);

/**
 * Loads the screens of students one after another, each when the browser has nothing else to do, so that they show at once.
 * Does nothing if the browser is set to save data, or cannot tell when it is idle.
 */
export function preloadStudentScreens() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || !('requestIdleCallback' in window)) return;
  const waiting = screens.filter(({ audience }) => audience === 'student');
  const next = () =>
    requestIdleCallback(() => {
      // a failure ends it: a screen that is opened loads again, and says so if that fails too
      void waiting
        .shift()
        ?.preload()
        .then(next, () => undefined);
    });
  next();
}

export const screenAt = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname));

/** The links of one place for one audience, in order. */
export const linksFor = (audience: Audience, place: NavigationEntry['place']) =>
  screens.flatMap(({ path, navigation, ...screen }) =>
    screen.audience === audience && navigation?.place === place ? [{ to: path, ...navigation }] : [],
  );
