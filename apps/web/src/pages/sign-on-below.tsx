import { lazy, Suspense } from 'react';
import { createPath, type Path } from 'react-router';
import { loadScript } from '../shared/load-script';
import { paths } from '../shared/paths';
import { hasSignOn } from '../shared/session/has-sign-on';

const SignOnOffer = lazy(async () => ({
  default: (await loadScript(() => import('../features/sign-on/sign-on-offer'))).SignOnOffer,
}));

/** The way in with a campus account, below a form; undefined where no campus has one. `from`: the page to go back to. */
export const signOnBelow = (from?: Path) =>
  hasSignOn()
    ? (email: string) => (
        <Suspense>
          <SignOnOffer email={email} returnTo={from ? createPath(from) : paths.dashboard} />
        </Suspense>
      )
    : undefined;
