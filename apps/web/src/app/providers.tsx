import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { refreshOnReturn } from '../shared/api/live';
import { forgetOnTokenChange } from '../shared/session/session';
import { theme } from '../shared/theme/theme';

// without its script there are no toasts, but there is a page
const Toasts = lazy(async () => ({ default: (await import('./toasts').catch(() => ({ Toasts: () => null }))).Toasts }));

/** What every screen stands on: theme, server state, session in step across tabs, toasts. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  useEffect(() => forgetOnTokenChange(queryClient), [queryClient]);
  useEffect(refreshOnReturn, []);
  // what build/before-paint.js hid is from here on decided by the session
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
