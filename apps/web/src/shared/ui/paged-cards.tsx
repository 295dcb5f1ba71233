import type { Pagination } from '@spareswipe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStillList } from '../still-list';
import { CardList, CardListSkeleton } from './card-list';
import { Loaded } from './loaded';
import { Pages } from './pages';
import { useListTop } from './use-list-top';

interface Props<Item, Data> {
  /** The list's name for screen readers. */
  label: string;
  query: UseQueryResult<Data>;
  itemsOf: (data: Data) => Item[];
  /** Filter, tab and page: with others, another list begins. */
  filter: object;
  onPage: (page: number, options?: { replace: boolean }) => void;
  /** The words of the button that shows this many new items. */
  newItems: (count: number) => string;
  empty: ReactNode;
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
  layout = (list) => list,
  children,
}: Props<Item, Data>) {
  const list = useStillList(JSON.stringify(filter), query, query.data && itemsOf(query.data));
  const [top, goToTop] = useListTop();

  function goToPage(page: number, options?: { replace: boolean }) {
    onPage(page, options);
    goToTop();
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
        return layout(
          <>
            <div ref={top} tabIndex={-1} role="group" aria-label={label}>
              <CardList list={list} isStale={query.isPlaceholderData} newItems={newItems}>
                {children}
              </CardList>
            </div>
            <Pages {...data.pagination} isKept={items.length < list.cards.length} onChange={goToPage} />
          </>,
          items,
        );
      }}
    </Loaded>
  );
}
