import { queryOptions } from '@tanstack/react-query';
import {
  mealPeriod,
  PAGE_SIZE,
  requestStatus,
  SEARCH_MAX,
  urgency,
  type MealRequest,
  type Pagination,
  type RequestCounts,
} from '@spareswipe/contract';
import { z } from 'zod';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
import { moved, outOf, without } from '../../shared/api/under-way';
import { pageNumber } from '../../shared/use-list-filter';

/** What the address of the browse screen says; an empty text is no filter. */
export const browseFilter = z.object({
  search: z
    .string()
    .catch('')
    .transform((text) => text.slice(0, SEARCH_MAX)),
  mealPeriod: mealPeriod.or(z.literal('')).catch(''),
  urgency: urgency.or(z.literal('')).catch(''),
  campus: z.enum(['mine', '']).catch(''),
  page: pageNumber,
});
export type BrowseFilter = z.infer<typeof browseFilter>;

export const noFilters = { search: '', mealPeriod: '', urgency: '', campus: '' } as const;

/** Drops empty values from a query (spec §7). */
const present = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as {
    [K in keyof T]?: Exclude<T[K], ''>;
  };

export const browseRequests = (filter: BrowseFilter) => {
  const query = present({ ...filter, search: filter.search.trim(), limit: PAGE_SIZE });
  return queryOptions({
    queryKey: ['requests', 'browse', query],
    queryFn: () => unwrap(api.requests.browse({ query })),
    ...live,
    meta: { failure: 'Failed to load requests' },
  });
};

export interface Found {
  requests: MealRequest[];
  pagination: Pagination;
  /** There may be more than `total`. */
  isTotalCapped?: boolean;
}

interface Mine extends Found {
  counts: RequestCounts;
}

/** Drops requests whose deadline has passed since the last refresh: they can no longer be accepted. */
export function stillOpen({ requests, pagination, ...found }: Found, now: Date): Found {
  const open = requests.filter(({ deadline }) => new Date(deadline) > now);
  const total = pagination.total - (requests.length - open.length);
  return { ...found, requests: open, pagination: { ...pagination, total } };
}

/** The list without what this student is accepting right now. */
export function withoutAccepted({ requests, pagination, ...found }: Found, accepting: string[]): Found {
  const { left, ...page } = without(requests, accepting, pagination);
  return { ...found, requests: left, ...page };
}

/** The tabs of My Requests: 'all' narrows nothing. */
export const requestTabs = z.enum(['all', ...requestStatus.options]);

export const myRequestsFilter = z.object({ status: requestTabs.catch('all'), page: pageNumber });
export type MyRequestsFilter = z.infer<typeof myRequestsFilter>;

export const myRequests = ({ status, page }: MyRequestsFilter) => {
  const query = { page, limit: PAGE_SIZE, ...(status !== 'all' && { status }) };
  return queryOptions({
    queryKey: ['requests', 'mine', query],
    queryFn: () => unwrap(api.requests.mine({ query })),
    ...live,
    meta: { failure: 'Failed to load your requests' },
  });
};

/** The tab as it will be once the student's cancellations are done. */
export function withCancelled(mine: Mine, cancelling: string[], tab: MyRequestsFilter['status']) {
  const { items, counts } = moved(mine.requests, mine.counts, { ids: cancelling, from: 'active', to: 'cancelled' });
  const { left, pagination } = without(items, outOf(tab, items, cancelling), mine.pagination);
  return { ...mine, requests: left, counts, pagination };
}
