import { REFRESH_LISTS_SECONDS } from '@spareswipe/contract';
import { keepPreviousData } from '@tanstack/react-query';

/** Spread into a list's query: it refreshes itself and on focus, and the old page stays until the new one is there. */
export const live = {
  refetchInterval: REFRESH_LISTS_SECONDS * 1000,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
} as const;
