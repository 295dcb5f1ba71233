import { useMediaQuery, useNetwork } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { onTokenChange } from '../shared/session/token';
import { News } from '../shared/ui/news';
import { SkipLink } from '../shared/ui/skip-link';
import { FirstLocation } from '../shared/ui/use-page-heading';
import { Footer } from './footer';
import { Header } from './header';
import classes from './layout.module.css';
import { ScreenError } from './screen-error';
import { ScreenLoading } from './screen-loading';
import { screenAt } from './screens';
import { useWorker } from './use-worker';

// not for visitors; if this script fails, the header's menu leads everywhere
const QuickBar = lazy(async () => ({
  default: (await import('./quick-bar').catch(() => ({ QuickBar: () => null }))).QuickBar,
}));

/** The bottom bar, for students on screens that are too narrow for the header's links (Mantine's `md`). */
function PhoneBar() {
  const { student } = useSession();
  const isNarrow = useMediaQuery('(max-width: 61.99em)');
  if (!isNarrow || !student) return null;
  return (
    <Suspense>
      <QuickBar />
    </Suspense>
  );
}

/** Shown because nothing is saved for later, and a student should know that before filling in a form. */
function OfflineNotice() {
  const { online } = useNetwork();
  return (
    <>
      <div role="status" className={online ? undefined : classes.offline}>
        {!online && 'You are offline. Nothing can be sent now.'}
      </div>
      <News of={online ? 'online' : 'offline'}>{online && 'You are online again.'}</News>
    </>
  );
}

/** Any 401 sends the browser to /login (spec §7), remembering where it was. */
function useLoginWhenExpired() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      onTokenChange((change) => {
        // a link from a mail works with any token, an expired one included
        if (change !== 'expired' || screenAt(location.pathname)?.audience === 'visitor') return;
        void navigate(paths.login, { replace: true, state: { from: location } });
      }),
    [location, navigate],
  );
}

/** The frame of every screen: skip link, header, content, footer, and on phones the bottom bar. */
export function Layout() {
  useLoginWhenExpired();
  useWorker();
  const location = useLocation();
  const [first] = useState(location);
  return (
    <FirstLocation value={first}>
      <SkipLink />
      <Header />
      <OfflineNotice />
      <main id="content" tabIndex={-1} className={classes.main}>
        <ScreenError key={location.pathname}>
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
          </Suspense>
        </ScreenError>
      </main>
      <Footer />
      <PhoneBar />
    </FirstLocation>
  );
}
