import { queryOptions } from '@tanstack/react-query';
import type { MealPeriod, MealRequest, RequestStatus, Urgency } from '@spareswipe/contract';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';

/** What the address of the browse screen says; an empty text is no filter. */
export interface BrowseFilter {
  search: string;
  mealPeriod: MealPeriod | '';
  urgency: Urgency | '';
  campus: 'mine' | '';
  page: number;
}

/** The given values without the empty ones: those are dropped from the query (spec §7). */
const present = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as {
    [K in keyof T]?: Exclude<T[K], ''>;
  };

export const browseRequests = (filter: BrowseFilter) => {
  const query = present({ ...filter, search: filter.search.trim() });
  return queryOptions({
    queryKey: ['requests', 'browse', query],
    queryFn: () => unwrap(api.requests.browse({ query })),
    ...live,
    meta: { failure: 'Failed to load requests' },
  });
};

/** Between two refreshes a deadline may pass: nobody is offered what can no longer be accepted. */
export const stillOpen = (requests: MealRequest[], now: Date) =>
  requests.filter(({ deadline }) => new Date(deadline) > now);

export interface MyRequestsFilter {
  status: RequestStatus | 'all';
  page: number;
}

export const myRequests = ({ status, page }: MyRequestsFilter) => {
  const query = status === 'all' ? { page } : { page, status };
  return queryOptions({
    queryKey: ['requests', 'mine', query],
    queryFn: () => unwrap(api.requests.mine({ query })),
    ...live,
    meta: { failure: 'Failed to load your requests' },
  });
};
