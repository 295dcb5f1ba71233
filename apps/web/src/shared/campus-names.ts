import { queryOptions, useQuery } from '@tanstack/react-query';

/** The list of proper names. Without it, screens show the derived institution. */
export const campusNames = queryOptions({
  queryKey: ['campus names'],
  queryFn: () => import('@spareswipe/contract/campus-names'),
  staleTime: 'static',
  structuralSharing: false,
  meta: { silent: true },
});

/**
 * The proper name of a campus: as the server has it, else that of the list; undefined while that loads, and for a campus
 * without a known one.
 */
export function useCampusName(institution: string, ofServer?: string): string | undefined {
  const { data } = useQuery(campusNames);
  return ofServer ?? data?.campusName(institution);
}
