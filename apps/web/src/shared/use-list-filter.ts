import { useSearchParams, type NavigateOptions } from 'react-router';
import { z } from 'zod';

/** For schemas of `useListFilter`: the page of a list; the first where the address has none or a wrong one. */
export const pageNumber = z.coerce.number().int().min(1).max(999_999).catch(1);

/**
 * Filters, tab and page of a list, kept in the address so that back, forward and reload keep them. Every field of the
 * schema has a `catch`: an address can be typed by hand, and wrong values count as absent. Defaults are left
 * out of the address. Another filter starts at page 1; the same one again adds no step to the history.
 */
export function useListFilter<Filter extends { page: number }>(schema: z.ZodType<Filter>) {
  const [params, setParams] = useSearchParams();
  const filter = schema.parse(Object.fromEntries(params));

  function change(changes: Partial<Filter>, options?: NavigateOptions) {
    const next = { ...filter, page: 1, ...changes };
    if (JSON.stringify(next) === JSON.stringify(filter)) return;
    const defaults: Record<string, unknown> = schema.parse({});
    setParams((before) => {
      const others = [...before].filter(([name]) => !(name in defaults));
      const chosen = Object.entries(next).filter(([name, value]) => value !== defaults[name]);
      return [...others, ...chosen.map(([name, value]): [string, string] => [name, String(value)])];
    }, options);
  }

  return { filter, change };
}

const pageOnly = z.object({ page: pageNumber });

/** The page of a list without filters, kept in the address. */
export function usePage() {
  const { filter, change } = useListFilter(pageOnly);
  return { page: filter.page, setPage: (page: number, options?: NavigateOptions) => change({ page }, options) };
}
