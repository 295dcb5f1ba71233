import { lazy, useState, type ComponentType } from 'react';
import { matchPath } from 'react-router';
import { paths } from '../shared/paths';
import { loadScript } from './load-script';

/** A screen whose script loads when it is opened; `preload` fetches it before, and then it shows at once. */
function screen(path: string, load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  const Late = lazy(async () => ({ default: await loadScript(load) }));
  function Screen() {
    const [Page] = useState<ComponentType>(() => Loaded ?? Late);
    return <Page />;
  }
  const preload = async () => {
    Loaded = await load();
  };
  return { path, Screen, preload };
}

/** Everybody may see these (spec §2). */
export const visitorScreens = [
  screen(paths.landing, async () => (await import('../pages/landing-page')).LandingPage),
  screen(paths.login, async () => (await import('../pages/login-page')).LoginPage),
  screen(paths.register, async () => (await import('../pages/register-page')).RegisterPage),
  screen(paths.verifyEmail, async () => (await import('../pages/verify-email-page')).VerifyEmailPage),
  screen(paths.forgotPassword, async () => (await import('../pages/forgot-password-page')).ForgotPasswordPage),
  screen(paths.resetPassword, async () => (await import('../pages/reset-password-page')).ResetPasswordPage),
];

/** With the place for its dialogs: one asked for before that is there would never open. */
const studentScreen = (path: string, load: () => Promise<ComponentType>) =>
  screen(path, async () => {
    const [Page, { Dialogs }] = await Promise.all([load(), import('./dialogs')]);
    return () => (
      <>
        <Page />
        <Dialogs />
      </>
    );
  });

/** Verified students only. */
export const studentScreens = [
  studentScreen(paths.dashboard, async () => (await import('../pages/dashboard-page')).DashboardPage),
  studentScreen(paths.browse, async () => (await import('../pages/browse-page')).BrowsePage),
  studentScreen(paths.createRequest, async () => (await import('../pages/create-request-page')).CreateRequestPage),
  studentScreen(paths.myRequests, async () => (await import('../pages/my-requests-page')).MyRequestsPage),
  studentScreen(paths.matches, async () => (await import('../pages/matches-page')).MatchesPage),
  studentScreen(paths.messages, async () => (await import('../pages/messages-page')).MessagesPage),
  studentScreen(paths.profile, async () => (await import('../pages/profile-page')).ProfilePage),
  studentScreen(paths.purchase, async () => (await import('../pages/purchase-page')).PurchasePage),
];

/** Loads the script of the screen at an address, if there is one. */
export async function preloadScreen(pathname: string): Promise<void> {
  const here = [...visitorScreens, ...studentScreens].find(({ path }) => matchPath(path, pathname));
  await here?.preload();
}
