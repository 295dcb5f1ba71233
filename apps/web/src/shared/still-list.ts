import type { Pagination } from '@spareswipe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

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

/** Keeps the last card: otherwise the student could come back to an empty list. */
export const withoutGone = <Item extends Identified>(cards: StillCard<Item>[], id: string) =>
  cards.length > 1 ? cards.filter(({ item, isGone }) => !isGone || item._id !== id) : cards;

const inOrder = <Item>(items: Item[]): StillCard<Item>[] => items.map((item) => ({ item, isGone: false }));

export interface StillList<Item> {
  cards: StillCard<Item>[];
  /** How many items wait to be shown. */
  waiting: number;
  /** Shows the newest response as it is. */
  showWaiting: () => void;
  /** Removes a card that is out of view. */
  drop: (id: string) => void;
}

interface State<Item> {
  /** Filter, tab and page. */
  list: string;
  items: Item[];
  isStill: boolean;
  /** There was a next page. */
  hasNext: boolean;
  cards: StillCard<Item>[];
}

interface Query extends Pick<UseQueryResult, 'isPlaceholderData' | 'isFetching' | 'isFetchedAfterMount'> {
  data: { pagination: Edges } | undefined;
}

/**
 * A list in which nothing moves under the finger: from its first response on, cards keep their places and new items wait.
 * Another filter, tab or page (`list`) starts a new list. Until the server responds, the cards follow the cache
 * of an earlier visit; an empty list shows new items at once.
 */
export function useStillList<Item extends Identified>(
  list: string,
  { data, isPlaceholderData, isFetching, isFetchedAfterMount }: Query,
  items: Item[] | undefined,
): StillList<Item> {
  const [state, setState] = useState<State<Item>>({ list, items: [], isStill: false, hasNext: false, cards: [] });
  const isCurrent = state.list === list;
  const isStill = (isCurrent && state.isStill) || isFetchedAfterMount || !isFetching;

  let next = state;
  // placeholder data belongs to the previous list, which stays as it is
  if (data && items && !isPlaceholderData && (!isCurrent || items !== state.items || isStill !== state.isStill)) {
    const isKept = isCurrent && state.isStill && state.cards.length > 0;
    const kept = () => [
      ...refreshed(state.cards, items, data.pagination),
      ...(state.hasNext ? movedUp(state.cards, items) : []),
    ];
    next = { list, items, isStill, hasNext: data.pagination.hasNext, cards: isKept ? kept() : inOrder(items) };
    setState(next);
  }
  return {
    cards: next.cards,
    waiting: isCurrent ? waitingItems(next.cards, next.items).length : 0,
    showWaiting: () => setState((current) => ({ ...current, cards: inOrder(current.items) })),
    drop: (id) => setState((current) => ({ ...current, cards: withoutGone(current.cards, id) })),
  };
}
