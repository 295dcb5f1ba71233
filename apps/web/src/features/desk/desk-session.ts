import { deskContract } from '@spareswipe/contract/desk';
import { initClient, tsRestFetchApi } from '@ts-rest/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { networkError } from '../../shared/api/api-error';
import { toast } from '../../shared/ui/toast';

/** For this tab only, since the desk is left open on shared computers. */
const KEY = 'desk';
const DEVICE_KEY = 'desk-device';

const readToken = () => sessionStorage.getItem(KEY);

/** Logs nobody in, but wrong guesses of others don't delay the next log-in from this browser. */
export const readDevice = () => localStorage.getItem(DEVICE_KEY) ?? undefined;

const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());
function onChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function signIn({ token, device }: { token: string; device?: string | undefined }) {
  sessionStorage.setItem(KEY, token);
  if (device) localStorage.setItem(DEVICE_KEY, device);
  notify();
}

export function signOut() {
  sessionStorage.removeItem(KEY);
  notify();
}

/** Whether an operator is signed in, apart from any student. */
export function useIsSignedIn(): boolean {
  const queries = useQueryClient();
  const isSignedIn = useSyncExternalStore(onChange, readToken) !== null;
  useEffect(() => {
    if (!isSignedIn) return undefined;
    // runs at sign-out, and when the desk is left
    return () => queries.removeQueries({ queryKey: ['desk'] });
  }, [queries, isSignedIn]);
  return isSignedIn;
}

/** The routes of the desk, called as the operator who is signed in. */
export const { desk, operators } = initClient(deskContract, {
  baseUrl: API_ORIGIN,
  baseHeaders: {},
  async api(call) {
    const token = readToken();
    const headers = { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) };
    const response = await tsRestFetchApi({ ...call, headers }).catch(() => {
      throw networkError();
    });
    const { code } = (response.body ?? {}) as { code?: string };
    // a late response to an earlier session must not end a later one
    if (code === 'UNAUTHENTICATED' && token && token === readToken()) {
      toast.failure('Your session has ended. Please log in again.');
      signOut();
    }
    return response;
  },
});
