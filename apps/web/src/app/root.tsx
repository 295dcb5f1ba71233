import type { QueryClient } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { App } from './app';
import { Providers } from './providers';

/** The application as a browser runs it. */
export function Root({ queryClient }: { queryClient: QueryClient }) {
  return (
    <Providers queryClient={queryClient}>
      {/* Without transitions the address and the session change in one render, however slow the phone (decision 19). */}
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </Providers>
  );
}
