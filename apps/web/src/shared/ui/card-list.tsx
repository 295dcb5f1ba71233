import { Button, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { StillList } from '../still-list';
import classes from './card-list.module.css';
import { useMovedCards } from './use-moved-cards';

interface Props<Item> {
  list: StillList<Item>;
  /** The cards are those of the previous page, tab or filter while others load; none of them can be pressed. */
  isStale: boolean;
  /** What new items are called: 'new match', 'new matches'. */
  newItems: [one: string, many: string];
  headingOf?: (item: Item, above?: Item) => string | undefined;
  children: (item: Item, isGone: boolean) => ReactNode;
}

/**
 * One card under the other, each in its place until the student leaves the list. A list that is not empty shows no
 * empty page: its cards are loading.
 */
export function CardList<Item extends { _id: string }>({
  list,
  isStale,
  newItems,
  headingOf = () => undefined,
  children,
}: Props<Item>) {
  const cards = useRef<HTMLUListElement>(null);
  const guard = useMovedCards(cards);
  const hasNew = list.waiting > 0 && !isStale;
  if (list.cards.length === 0) return <CardListSkeleton />;

  function showNew() {
    const known = [...cards.current!.children];
    // rendered before the scroll: otherwise the browser scrolls along with the cards that the new ones push down
    flushSync(list.showWaiting);
    const first = [...cards.current!.children].find((card) => !known.includes(card)) as HTMLElement | undefined;
    first?.scrollIntoView({ block: 'nearest' });
    first?.focus({ preventScroll: true });
  }

  return (
    <div data-still>
      <ul
        ref={cards}
        className={classes.list}
        data-stale={isStale || undefined}
        aria-busy={isStale}
        inert={isStale}
        {...guard}
      >
        {list.cards.map(({ item, isGone }, place) => {
          const heading = headingOf(item, list.cards[place - 1]?.item);
          return (
            // takes the focus when its focused button disappears
            <li key={item._id} tabIndex={-1}>
              {heading && (
                <Title order={2} size="h4" mt="md" mb="xs">
                  {heading}
                </Title>
              )}
              {children(item, isGone)}
            </li>
          );
        })}
      </ul>
      {/* always there, as screen readers need it; the same words however many there are, so that they are announced once */}
      <VisuallyHidden role="status">
        {hasNew && `There are ${newItems[1]}. A button below the list shows them.`}
      </VisuallyHidden>
      <div className={classes.new}>
        {hasNew && (
          <Button className={classes.pill} onClick={showNew}>
            {list.waiting}
            {list.hasMoreWaiting && '+'} {newItems[list.waiting === 1 ? 0 : 1]}
          </Button>
        )}
      </div>
    </div>
  );
}

export const CardListSkeleton = () => (
  <div className={classes.list} aria-busy="true">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} h="14rem" />
    ))}
  </div>
);
