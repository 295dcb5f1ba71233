import { MAX_PAGE_SIZE, type MatchStatus } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
import { oneOf, pageIn, type Address } from '../../shared/use-list-filter';

/** The tabs of Your Matches: 'all' narrows nothing. */
export const matchTabs = ['all', 'accepted', 'completed'] as const satisfies (MatchStatus | 'all')[];
export type MatchTab = (typeof matchTabs)[number];

export const myMatchesFilter = (address: Address) => ({
  status: oneOf(matchTabs, address.status),
  page: pageIn(address),
});

/** The student's match of a request, if it is among their latest. */
export const matchOfRequest = (requestId: string) =>
  queryOptions({
    queryKey: ['matches', 'of request', requestId],
    queryFn: async () => {
      const { matches } = await unwrap(api.matches.mine({ query: { limit: MAX_PAGE_SIZE } }));
      return matches.find(({ request }) => request._id === requestId) ?? null;
    },
    meta: { silent: true },
  });

/** The student's matches on either side, newest first, with the counts for the tabs. */
export const myMatches = ({ status, page }: ReturnType<typeof myMatchesFilter>) => {
  const query = { page, ...(status !== 'all' && { status }) };
  return queryOptions({
    queryKey: ['matches', 'mine', query],
    queryFn: ({ signal }) => unwrap(api.matches.mine({ query, fetchOptions: { signal } })),
    ...live,
    meta: { failure: 'Failed to load matches' },
  });
};

/** "Did you get your meal?", and what is disputed. A screen is complete without it. */
export const askedMatches = queryOptions({
  queryKey: ['matches', 'asked'],
  queryFn: ({ signal }) => unwrap(api.matches.asked({ fetchOptions: { signal } })),
  ...live,
  meta: { silent: true },
});
