import { queryOptions } from '@tanstack/react-query';
import {
  LOCATION_MAX,
  mealPeriods,
  PAGE_SIZE,
  requestStatuses,
  SEARCH_MAX,
  urgencies,
  WITHIN_MINUTES_MAX,
} from '@spareswipe/contract';
import { assertId } from '../../shared/api/ids';
import { api, unwrap } from '../../shared/api/client';
import { live } from '../../shared/api/live';
import { labelOf } from '../../shared/readable';
import { countIn, oneOf, pageIn, type Address } from '../../shared/use-list-filter';

/** As much of a text as the limit allows, in whole characters: an emoji may be several units long. */
function begin(text: string, max: number) {
  const { segment, index } = new Intl.Segmenter().segment(text).containing(max) ?? {};
  return text.slice(0, segment === undefined ? max : index);
}

/** What the address of the browse screen says; an empty text is no filter. */
export const browseFilter = (address: Address) => ({
  search: begin(address.search ?? '', SEARCH_MAX),
  mealPeriod: oneOf(['', ...mealPeriods], address.mealPeriod),
  urgency: oneOf(['', ...urgencies], address.urgency),
  campus: oneOf(['', 'mine'], address.campus),
  location: begin(address.location ?? '', LOCATION_MAX),
  withinMinutes: countIn(address.withinMinutes, WITHIN_MINUTES_MAX, ''),
  page: pageIn(address),
});
export type BrowseFilter = ReturnType<typeof browseFilter>;

export const noFilters = browseFilter({});

/** For selects. */
export const urgencyOptions = urgencies.map((value) => ({ value, label: labelOf(value) }));

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
export const requestTabs = ['all', ...requestStatuses] as const;

export const myRequestsFilter = (address: Address) => ({
  status: oneOf(requestTabs, address.status),
  page: pageIn(address),
});
export type MyRequestsFilter = ReturnType<typeof myRequestsFilter>;

export const myRequests = ({ status, page }: MyRequestsFilter) => {
  const query = { page, limit: PAGE_SIZE, ...(status !== 'all' && { status }) };
  return queryOptions({
    queryKey: ['requests', 'mine', query],
    queryFn: () => unwrap(api.requests.mine({ query })),
    ...live,
    meta: { failure: 'Failed to load your requests' },
  });
};
