import { DEFAULT_PACKAGE_ID, type MealPackage, type PackageId } from '@spareswipe/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

export type Packages = Record<PackageId, MealPackage>;

/** What can be bought, keyed by id. */
export const mealPackages = queryOptions({
  queryKey: ['meal-packages'],
  queryFn: async ({ signal }) => (await unwrap(api.payments.packages({ fetchOptions: { signal } }))).packages,
  meta: { failure: 'Failed to load meal packages' },
});

export const preselectedPackage: PackageId = DEFAULT_PACKAGE_ID;
