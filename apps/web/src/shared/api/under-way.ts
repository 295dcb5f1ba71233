import type { Pagination } from '@spareswipe/contract';
import { useMutationState, type MutationKey, type QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/**
 * The ids of the items on which such a call is running. A list shows the expected result at once; when the call fails,
 * its id leaves this list and the item is shown as before.
 */
export const useUnderWay = (mutationKey: MutationKey): string[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as string,
  });

/**
 * For `onSettled`: reloads everything on the screen. After a response the call counts as running until the new data is
 * here, so that nothing on the screen jumps back for a moment.
 */
export async function reload(queryClient: QueryClient, error: unknown) {
  const reloaded = queryClient.invalidateQueries();
  if (!(error instanceof ApiError && !error.spoken)) await reloaded;
}

/** Items of a list, and its counts, once those with these ids have moved from one status to another. */
export function moved<
  Item extends { _id: string; status: string },
  S extends Item['status'],
  C extends Record<S, number>,
>(items: Item[], counts: C, { ids, from, to }: { ids: string[]; from: S; to: S }) {
  const moves = ({ _id, status }: Item) => status === from && ids.includes(_id);
  const count = items.filter(moves).length;
  return {
    items: items.map((item) => (moves(item) ? { ...item, status: to } : item)),
    counts: { ...counts, [from]: counts[from] - count, [to]: counts[to] + count },
  };
}

/** Of these ids, those of items that are still on a tab but no longer have its status. */
export const outOf = (tab: string, items: { _id: string; status: string }[], ids: string[]) =>
  ids.filter((id) => items.some(({ _id, status }) => _id === id && tab !== 'all' && status !== tab));

/**
 * A page of a list without the items that are about to leave it. If other pages follow, the page is never left blank: the
 * item pressed last stays until the server has removed it.
 */
export function without<Item extends { _id: string }>(items: Item[], leaving: string[], pagination: Pagination) {
  const others = items.filter(({ _id }) => !leaving.includes(_id));
  const isBlank = others.length === 0 && pagination.total > items.length;
  const pressed = leaving.filter((id) => items.some(({ _id }) => _id === id));
  const left = isBlank ? items.filter(({ _id }) => _id === pressed.at(-1)) : others;
  return { left, pagination: { ...pagination, total: pagination.total - (items.length - left.length) } };
}
