import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { refreshOnReturn } from '../shared/api/live';
import { forgetOnTokenChange } from '../shared/session/session';
import { theme } from '../shared/theme/theme';
import { toastScript } from '../shared/ui/late-script';
import { PlainToast } from '../shared/ui/plain-toast';
import { ignoreRepeatedPresses } from '../shared/ui/repeated-press';

const Toasts = lazy(async () => {
  await toastScript.isDue();
  return { default: (await import('./toasts').catch(() => ({ Toasts: PlainToast }))).Toasts };
});

/** What every screen needs: theme, server state, one session across tabs, toasts. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useEffect(() => forgetOnTokenChange(queryClient), [queryClient]);
  useEffect(refreshOnReturn, []);
  useEffect(ignoreRepeatedPresses, []);
  // from here on the session decides about what build/before-paint.js hid
  useEffect(() => {
    delete document.documentElement.dataset.returning;
  }, []);
  return (
    // The variables and classes are stylesheets of the build (virtual:theme.css): no <style> element, for the CSP.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        {children}
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
