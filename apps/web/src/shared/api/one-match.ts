import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { assertId } from './ids';
import { live } from './live';

/** One of the student's matches, whatever page of the list it is on. */
export const oneMatch = (id: string) =>
  queryOptions({
    queryKey: ['matches', 'one', id],
    // without a signal: a screen that closes must not cancel the call of `useAcceptedMatches`
    queryFn: async () => {
      assertId(id);
      return unwrap(api.matches.one({ params: { id } }));
    },
    // not after an error: its notice would go and come
    refetchInterval: ({ state }) => state.data && live.refetchInterval,
    // the screen says what is wrong
    meta: { silent: true },
  });
