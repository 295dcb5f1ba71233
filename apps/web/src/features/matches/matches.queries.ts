import { matchStatus, type Match, type MatchCounts, type MatchStatus, type Pagination } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
import { moved, outOf, without } from '../../shared/api/under-way';

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

interface Mine {
  matches: Match[];
  counts: MatchCounts;
  pagination: Pagination;
}

/** The tab as it will be once the student's completing has come through. */
export function withCompleted(mine: Mine, completing: string[], tab: MatchTab) {
  const { items, counts } = moved(mine.matches, mine.counts, { ids: completing, from: 'accepted', to: 'completed' });
  const { left, pagination } = without(items, outOf(tab, items, completing), mine.pagination);
  return { ...mine, matches: left, counts, pagination };
}
