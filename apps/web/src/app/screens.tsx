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

/** Verified students only. */
export const studentScreens = [
  screen(paths.dashboard, async () => (await import('../pages/dashboard-page')).DashboardPage),
  screen(paths.browse, async () => (await import('../pages/browse-page')).BrowsePage),
  screen(paths.createRequest, async () => (await import('../pages/create-request-page')).CreateRequestPage),
  screen(paths.myRequests, async () => (await import('../pages/my-requests-page')).MyRequestsPage),
  screen(paths.matches, async () => (await import('../pages/matches-page')).MatchesPage),
  screen(paths.messages, async () => (await import('../pages/messages-page')).MessagesPage),
  screen(paths.profile, async () => (await import('../pages/profile-page')).ProfilePage),
  screen(paths.purchase, async () => (await import('../pages/purchase-page')).PurchasePage),
];

/** Loads the script of the screen at an address, if there is one. */
export async function preloadScreen(pathname: string): Promise<void> {
  const here = [...visitorScreens, ...studentScreens].find(({ path }) => matchPath(path, pathname));
  await here?.preload();
}
