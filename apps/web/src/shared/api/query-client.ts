import type { ErrorCode } from '@spareswipe/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast';
import { ApiError, isCode } from './api-error';
import { SECOND_TRY_MS } from './use-intent';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast when the first load fails, for example 'Failed to load requests'. */
      failure?: string;
      /** The screen shows the failure itself. */
      silent?: true;
    };
    mutationMeta: {
      success?: string;
      /** The toast when the server gave no message of its own, for example 'Failed to accept request'. */
      failure?: string;
      /** `failure` is said whatever the server said (spec §8 names its message only for some calls). */
      ownWords?: true;
      /** Codes the screen acts on itself; they are not toasted. */
      handles?: ErrorCode[];
      /** Log-in errors stay longer. */
      login?: true;
    };
  }
}

const UNKNOWN = 'Something went wrong. Please try again.';

/** Whether this is worth a second try at once: nobody answered, or the server stumbled. */
const retry = (failures: number, error: unknown) => failures < 1 && error instanceof ApiError && error.passing;

/** One place tells a student what came of a call; a component catches only a code that it acts on. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay: SECOND_TRY_MS, staleTime: 1000, networkMode: 'always' },
      // no writes are kept for later: offline, they fail at once
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (_error, { meta, state }) => {
        // a refresh in the background that fails leaves what is on the screen, quietly
        if (!meta?.silent && state.data === undefined) toast.failure(meta?.failure ?? UNKNOWN);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        // a try before this one may still be said to have failed
        if (meta?.failure) toast.unsay(meta.failure);
        if (meta?.success) toast.success(meta.success);
      },
      onError: (error, _variables, _result, { meta }) => {
        // that the session has ended the log-in screen says
        if (isCode(error, 'UNAUTHENTICATED')) return;
        if (error instanceof ApiError && meta?.handles?.some((code) => code === error.code)) return;
        const spoken = error instanceof ApiError && error.spoken && !meta?.ownWords;
        const message = (spoken && error.message) || (meta?.failure ?? UNKNOWN);
        if (meta?.login) toast.loginFailure(message);
        else toast.failure(message);
      },
    }),
  });
