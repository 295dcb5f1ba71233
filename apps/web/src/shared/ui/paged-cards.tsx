import { Text } from '@mantine/core';
import type { Pagination } from '@spareswipe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useStillList } from '../still-list';
import { CardList, CardListSkeleton } from './card-list';
import { Loaded } from './loaded';
import { Pages } from './pages';

interface Props<Item, Data> {
  /** The list's name for screen readers. */
  label: string;
  query: UseQueryResult<Data>;
  itemsOf: (data: Data) => Item[];
  /** Filter, tab and page: with others, another list begins. */
  filter: object;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** What new items are called (`CardList`). */
  newItems: [one: string, many: string];
  empty: ReactNode;
  /** The heading of the group that an item begins: `above` is the item before it, undefined at the top of the list. */
  headingOf?: (item: Item, above?: Item) => string | undefined;
  /** Puts the list beside something else. */
  layout?: (list: ReactNode, items: Item[]) => ReactNode;
  children: (item: Item, isGone: boolean) => ReactNode;
}

/** A list of cards with pages, in which nothing moves under the finger (`useStillList`). */
export function PagedCards<Item extends { _id: string }, Data extends { pagination: Pagination }>({
  label,
  query,
  itemsOf,
  filter,
  onPage,
  newItems,
  empty,
  headingOf,
  layout = (list) => list,
  children,
}: Props<Item, Data>) {
  const list = useStillList(JSON.stringify(filter), query, query.data && itemsOf(query.data));
  const top = useRef<HTMLDivElement>(null);

  // what the page before showed at a press on Next; after Previous, everybody expects to see some again
  const [left, setLeft] = useState({ to: '', ids: [] as string[] });
  const isSeen = ({ _id }: Item) => left.to === JSON.stringify(filter) && left.ids.includes(_id);

  function goToPage(page: number, options?: { replace: boolean }) {
    const isNext = page > (query.data?.pagination.current ?? page);
    setLeft({ to: JSON.stringify({ ...filter, page }), ids: isNext ? list.cards.map(({ item }) => item._id) : [] });
    onPage(page, options);
  }

  return (
    <Loaded
      query={query}
      skeleton={<CardListSkeleton />}
      isEmpty={({ pagination }) => pagination.total === 0 && list.cards.length === 0}
      empty={empty}
    >
      {(data) => {
        const items = itemsOf(data);
        const isRepeating = !query.isPlaceholderData && items.some(isSeen);
        return layout(
          <>
            <div ref={top} tabIndex={-1} role="group" aria-label={label}>
              {/* there before its words, so that they are announced */}
              <Text role="status" size="sm" c="dimmed" mb={isRepeating ? 'sm' : 0}>
                {isRepeating && 'The list has changed meanwhile: it shows some again that you have just seen.'}
              </Text>
              <CardList list={list} isStale={query.isPlaceholderData} newItems={newItems} headingOf={headingOf}>
                {children}
              </CardList>
            </div>
            <Pages {...data.pagination} isKept={items.length < list.cards.length} top={top} onChange={goToPage} />
          </>,
          items,
        );
      }}
    </Loaded>
  );
}
