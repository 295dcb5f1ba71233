import type { ErrorCode } from '@spareswipe/contract';
import { MutationCache, QueryCache, QueryClient, type MutationMeta } from '@tanstack/react-query';
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
      /** The toast when the server sent no message, for example 'Failed to accept request'; without it, the reason. */
      failure?: string;
      /** Toasts `failure` even if the server sent a message (spec §8 names its message only for some calls). */
      ownWords?: true;
      /** Failures that the screen handles itself, by their codes or one by one; they are not toasted. */
      handles?: ErrorCode[] | ((error: ApiError) => boolean);
      /** Log-in errors stay longer. */
      login?: true;
    };
  }
}

const UNKNOWN = 'Something went wrong. Please try again.';

/** Retries once where no response came or the server failed. */
const retry = (failures: number, error: unknown) => failures < 1 && error instanceof ApiError && error.passing;

const isHandled = (error: ApiError, handles: MutationMeta['handles'] = []) =>
  typeof handles === 'function' ? handles(error) : handles.some((code) => code === error.code);

/** Toasts the outcome of every call in one place; a component catches only a code that it acts on. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay: SECOND_TRY_MS, staleTime: 1000, networkMode: 'always' },
      // offline, a write fails at once instead of waiting
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (_error, { meta, state }) => {
        // a failed background refresh leaves the screen as it is
        if (!meta?.silent && state.data === undefined) toast.failure(meta?.failure ?? UNKNOWN);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        // the toast of an earlier failed try may still be there
        if (meta?.failure) toast.dismiss(meta.failure);
        if (meta?.success) toast.success(meta.success);
      },
      onError: (error, _variables, _result, { meta }) => {
        // the log-in screen says that the session has ended
        if (isCode(error, 'UNAUTHENTICATED')) return;
        if (error instanceof ApiError && isHandled(error, meta?.handles)) return;
        const reason = error instanceof ApiError && error.message;
        const isFirst = error instanceof ApiError && error.spoken && !meta?.ownWords;
        const message = (isFirst && reason) || meta?.failure || reason || UNKNOWN;
        if (meta?.login) toast.loginFailure(message);
        else toast.failure(message);
      },
    }),
  });
