import { mealPeriod, SEARCH_MAX, urgency } from '@spareswipe/contract';
import { useState } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router';
import type { BrowseFilter } from './requests.queries';

/** An address can be typed by hand: what it says wrongly counts as not said. */
function filterFrom(params: URLSearchParams): BrowseFilter {
  const page = Number(params.get('page') ?? 1);
  return {
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX),
    mealPeriod: mealPeriod.safeParse(params.get('mealPeriod')).data ?? '',
    urgency: urgency.safeParse(params.get('urgency')).data ?? '',
    campus: params.get('campus') === 'mine' ? 'mine' : '',
    page: Number.isInteger(page) && page >= 1 && page < 1_000_000 ? page : 1,
  };
}

/** Filters and page of the browse screen, kept in the address so that back, forward and reload keep them. */
export function useBrowseFilter() {
  const [params, setParams] = useSearchParams();
  // The address follows in a transition. A checkbox that waited for it would spring back under the finger.
  const here = useLocation();
  const [asked, setAsked] = useState<{ filter: BrowseFilter; from: typeof here }>();
  const filter = asked?.from === here ? asked.filter : filterFrom(params);

  /** Another filter starts at page 1. */
  function change(changes: Partial<BrowseFilter>, options?: NavigateOptions) {
    const next = { ...filter, page: 1, ...changes };
    setAsked({ filter: next, from: here });
    const said = Object.entries(next).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1));
    setParams(new URLSearchParams(said.map(([name, value]) => [name, String(value)])), options);
  }

  return { filter, change, clear: () => change({ search: '', mealPeriod: '', urgency: '', campus: '' }) };
}
