import { deskContract, type Operator } from '@spareswipe/contract/desk';
import { initClient, tsRestFetchApi } from '@ts-rest/core';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { networkError } from '../../shared/api/api-error';
import { toast } from '../../shared/ui/toast';

/** For this tab only, since the desk is left open on shared computers. */
const KEY = 'desk';
const DEVICE_KEY = 'desk-device';

/** Logs nobody in, but wrong guesses of others don't delay the next log-in from this browser. */
export const readDevice = () => localStorage.getItem(DEVICE_KEY) ?? undefined;

const clientFor = (token: string | null, onExpired: () => void) =>
  initClient(deskContract, {
    baseUrl: API_ORIGIN,
    baseHeaders: {},
    async api(call) {
      const headers = { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) };
      const response = await tsRestFetchApi({ ...call, headers }).catch(() => {
        throw networkError();
      });
      const { code } = (response.body ?? {}) as { code?: string };
      // a late response to an earlier session must not end a later one
      if (code === 'UNAUTHENTICATED' && token && token === sessionStorage.getItem(KEY)) onExpired();
      return response;
    },
  });

export type DeskClient = ReturnType<typeof clientFor>;

interface DeskSession {
  client: DeskClient;
  isSignedIn: boolean;
  signIn: (answer: { token: string; operator: Operator; device?: string | undefined }) => void;
  signOut: () => void;
}

const Context = createContext<DeskSession | null>(null);

/** The session of an operator, apart from that of a student. */
export function DeskSessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [token, setToken] = useState(() => sessionStorage.getItem(KEY));
  const session = useMemo<DeskSession>(() => {
    const signOut = () => {
      sessionStorage.removeItem(KEY);
      queries.removeQueries({ queryKey: ['desk'] });
      setToken(null);
    };
    return {
      client: clientFor(token, () => {
        toast.failure('Your session has ended. Please log in again.');
        signOut();
      }),
      isSignedIn: token !== null,
      signIn: (answer) => {
        sessionStorage.setItem(KEY, answer.token);
        if (answer.device) localStorage.setItem(DEVICE_KEY, answer.device);
        setToken(answer.token);
      },
      signOut,
    };
  }, [token, queries]);
  return <Context value={session}>{children}</Context>;
}

export function useDesk(): DeskSession {
  const session = useContext(Context);
  if (!session) throw new Error('useDesk needs a DeskSessionProvider');
  return session;
}
