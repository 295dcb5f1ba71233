import { matchStatus, type MatchStatus } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

interface Filter {
  status?: MatchStatus;
  page?: number;
  limit?: number;
}

/** The student's matches on either side, newest first, with the counts for the tabs. */
export const myMatches = (filter: Filter = {}) =>
  queryOptions({
    queryKey: ['matches', 'mine', filter],
    queryFn: ({ signal }) => unwrap(api.matches.mine({ query: filter, fetchOptions: { signal } })),
    ...live,
    meta: { failure: 'Failed to load matches' },
  });

/** The tabs of the screen: 'all' narrows nothing. */
export const matchTabs = ['all', matchStatus.enum.accepted, matchStatus.enum.completed] as const;
export type MatchTab = (typeof matchTabs)[number];
