import type { Pagination } from '@spareswipe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useReducer } from 'react';

/** An item in its place on the screen. `isGone`: the server no longer has it here; the item is as it was last seen. */
export interface StillCard<Item> {
  item: Item;
  isGone: boolean;
}

type Edges = Pick<Pagination, 'hasPrev' | 'hasNext'>;
type Identified = { _id: string };

/**
 * Returns the cards after a refresh: in the same places, with the current data. A card missing at an edge of the response
 * may have moved to the next or previous page, so it counts as gone only where that is impossible.
 */
export function refreshed<Item extends Identified>(cards: StillCard<Item>[], items: Item[], edges: Edges) {
  const found = new Map(items.map((item) => [item._id, item]));
  const isThere = cards.map(({ item }) => found.has(item._id));
  const first = edges.hasPrev ? isThere.indexOf(true) : 0;
  const last = edges.hasNext ? isThere.lastIndexOf(true) : cards.length;
  return cards.map(({ item }, index) => ({
    item: found.get(item._id) ?? item,
    isGone: !isThere[index] && first !== -1 && index >= first && index <= last,
  }));
}

/** Items at the end of a response that moved up from the next page. They are not new, and below all cards they move nothing. */
export function movedUp<Item extends Identified>(cards: StillCard<Item>[], items: Item[]): StillCard<Item>[] {
  const last = items.findLastIndex(({ _id }) => cards.some(({ item }) => item._id === _id));
  return last === -1 ? [] : inOrder(items.slice(last + 1));
}

/** The items of a response that have no card yet. */
export const waitingItems = <Item extends Identified>(cards: StillCard<Item>[], items: Item[]) =>
  items.filter(({ _id }) => !cards.some(({ item }) => item._id === _id));

const inOrder = <Item>(items: Item[]): StillCard<Item>[] => items.map((item) => ({ item, isGone: false }));

interface State<Item> {
  /** `cached`: the cards follow the cache of an earlier visit. `still`: the server has responded, and they keep their places. */
  phase: 'loading' | 'cached' | 'still';
  /** Filter, tab and page. */
  list: string;
  items: Item[];
  /** There was a next page. */
  hasNext: boolean;
  cards: StillCard<Item>[];
}

type Event<Item> =
  { type: 'received'; list: string; items: Item[]; edges: Edges; isFresh: boolean } | { type: 'waiting shown' };

function reduce<Item extends Identified>(state: State<Item>, event: Event<Item>): State<Item> {
  if (event.type === 'waiting shown') return { ...state, cards: inOrder(state.items) };
  const { list, items, edges, isFresh } = event;
  const isStill = state.phase === 'still' && state.list === list;
  if (isStill && items === state.items) return state;
  const kept = () => [...refreshed(state.cards, items, edges), ...(state.hasNext ? movedUp(state.cards, items) : [])];
  return {
    phase: isStill || isFresh ? 'still' : 'cached',
    list,
    items,
    hasNext: edges.hasNext,
    cards: isStill && state.cards.length > 0 ? kept() : inOrder(items),
  };
}

export interface StillList<Item> {
  cards: StillCard<Item>[];
  /** How many items of the newest response wait to be shown. */
  waiting: number;
  /** All of that response is new, and there is a next page: more may wait. */
  hasMoreWaiting: boolean;
  /** Shows the newest response as it is. */
  showWaiting: () => void;
}

interface Query extends Pick<UseQueryResult, 'isPlaceholderData' | 'isFetching' | 'isFetchedAfterMount'> {
  data: { pagination: Edges } | undefined;
}

/**
 * A list in which nothing moves under the finger: from its first response on, cards keep their places and new items wait.
 * Another filter, tab or page (`list`) starts a new list. An empty list shows new items at once.
 */
export function useStillList<Item extends Identified>(
  list: string,
  { data, isPlaceholderData, isFetching, isFetchedAfterMount }: Query,
  items: Item[] | undefined,
): StillList<Item> {
  const [state, dispatch] = useReducer(reduce<Item>, {
    phase: 'loading',
    list,
    items: [],
    hasNext: false,
    cards: [],
  });
  const isFresh = isFetchedAfterMount || !isFetching;
  useLayoutEffect(() => {
    // placeholder data belongs to the previous list, which stays as it is
    if (!data || !items || isPlaceholderData) return;
    dispatch({ type: 'received', list, items, edges: data.pagination, isFresh });
  }, [list, data, items, isPlaceholderData, isFresh]);
  const waiting = state.list === list ? waitingItems(state.cards, state.items).length : 0;
  return {
    cards: state.cards,
    waiting,
    hasMoreWaiting: state.hasNext && waiting === state.items.length,
    showWaiting: () => dispatch({ type: 'waiting shown' }),
  };
}
