import { useSearchParams, type NavigateOptions } from 'react-router';

/** The parameters of an address, by name. They can be typed by hand, so any text may be there. */
export type Address = Partial<Record<string, string>>;

/** The option that equals the text; the first one if none does. */
export const oneOf = <T extends string>(options: readonly [T, ...T[]], text: string | undefined): T =>
  options.find((option) => option === text) ?? options[0];

/** A whole number from 1 to `max`; `otherwise` for any other text. */
export function countIn<T>(text: string | undefined, max: number, otherwise: T): number | T {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : otherwise;
}

/** The page of a list. */
export const pageIn = ({ page }: Address) => countIn(page, 999_999, 1);

/**
 * Filters, tab and page of a list, kept in the address so that back, forward and reload keep them. `read` treats wrong
 * values as absent. Defaults are left out of the address. Another filter starts at page 1; the same one again
 * adds no step to the history.
 */
export function useListFilter<Filter extends { page: number }>(read: (address: Address) => Filter) {
  const [params, setParams] = useSearchParams();
  const filter = read(Object.fromEntries(params));

  function change(changes: Partial<Filter> | { page: number }, options?: NavigateOptions) {
    const next = { ...filter, page: 1, ...changes };
    if (JSON.stringify(next) === JSON.stringify(filter)) return;
    const defaults: Record<string, unknown> = read({});
    setParams((before) => {
      const others = [...before].filter(([name]) => !(name in defaults));
      const chosen = Object.entries(next).filter(([name, value]) => value !== defaults[name]);
      return [...others, ...chosen.map(([name, value]): [string, string] => [name, String(value)])];
    }, options);
  }

  return { filter, change, setPage: (page: number, options?: NavigateOptions) => change({ page }, options) };
}
