import { queryOptions } from '@tanstack/react-query';
import {
  LOCATION_MAX,
  mealPeriod,
  PAGE_SIZE,
  requestStatus,
  SEARCH_MAX,
  urgency,
  WITHIN_MINUTES_MAX,
} from '@spareswipe/contract';
import { z } from 'zod';
import { assertId } from '../../shared/api/assert-id';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
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
  location: z
    .string()
    .catch('')
    .transform((text) => text.slice(0, LOCATION_MAX)),
  withinMinutes: z.coerce.number().int().min(1).max(WITHIN_MINUTES_MAX).or(z.literal('')).catch(''),
  page: pageNumber,
});
export type BrowseFilter = z.infer<typeof browseFilter>;

export const noFilters = {
  search: '',
  mealPeriod: '',
  urgency: '',
  campus: '',
  location: '',
  withinMinutes: '',
} as const;

/** Drops empty values from a query (spec §7). */
const present = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as {
    [K in keyof T]?: Exclude<T[K], ''>;
  };

export const browseRequests = (filter: BrowseFilter, limit = PAGE_SIZE) => {
  const query = present({ ...filter, search: filter.search.trim(), limit });
  return queryOptions({
    queryKey: ['requests', 'browse', query],
    queryFn: () => unwrap(api.requests.browse({ query })),
    ...live,
    meta: { failure: 'Failed to load requests' },
  });
};

/** One request: of a link, or to ask for again. */
export const oneRequest = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async () => {
      assertId(id);
      return unwrap(api.requests.one({ params: { id } }));
    },
    meta: { silent: true },
  });

/** Suggestions only, so the form does without them if they fail to load. */
export const placesOfCampus = queryOptions({
  queryKey: ['requests', 'places'],
  queryFn: () => unwrap(api.requests.places()),
  staleTime: 600_000,
  meta: { silent: true },
});

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
