import { Button, Paper, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { StillList } from '../still-list';
import classes from './card-list.module.css';
import { useStillBoxes } from './use-still-boxes';

interface Props<Item> {
  list: StillList<Item>;
  /** The cards are those of the previous page, tab or filter while others load; none of them can be pressed. */
  isStale: boolean;
  /** The words of the button that shows this many new items, for example '3 new requests'. */
  newItems: (count: number) => string;
  children: (item: Item, isGone: boolean) => ReactNode;
}

/**
 * One card under the other, each in its place until the student leaves the list. A list that is not empty shows no
 * empty page: its cards are loading.
 */
export function CardList<Item extends { _id: string }>({ list, isStale, newItems, children }: Props<Item>) {
  const cards = useRef<HTMLUListElement>(null);
  const boxes = useStillBoxes(cards);
  function onOutOfView(card: HTMLElement) {
    const id = card.getAttribute('data-gone');
    const focus = document.activeElement;
    if (!id) return boxes.release(card);
    const neighbor = (card.nextElementSibling ?? card.previousElementSibling) as HTMLElement | null;
    // the only card stays
    if (!neighbor || (focus !== card && card.contains(focus))) return;
    // it took the focus of the pressed button
    if (focus === card) neighbor.focus({ preventScroll: true });
    boxes.expectShrink();
    list.drop(id);
  }
  useOutOfView(cards, list.cards.map(({ item, isGone }) => `${item._id}${isGone}`).join(), onOutOfView);
  if (list.cards.length === 0) return <CardListSkeleton />;

  function showNew() {
    const known = [...cards.current!.children];
    // rendered before the scroll: otherwise the browser scrolls along with the cards that the new ones push down
    flushSync(list.showWaiting);
    const first = [...cards.current!.children].find((card) => !known.includes(card)) as HTMLElement | undefined;
    first?.scrollIntoView({ block: 'nearest' });
    first?.focus({ preventScroll: true });
  }

  // keys press the focused button, wherever it is
  function guard(event: MouseEvent<HTMLElement>) {
    if (event.detail === 0) return;
    if (!boxes.hasJustMoved(event.currentTarget, event.target as Element, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div data-still>
      <ul
        ref={cards}
        className={classes.list}
        data-stale={isStale || undefined}
        aria-busy={isStale}
        inert={isStale}
        onPointerMoveCapture={boxes.notePointer}
        onClickCapture={guard}
      >
        {list.cards.map(({ item, isGone }) => (
          // takes the focus when its focused button disappears
          <li key={item._id} tabIndex={-1} data-gone={isGone ? item._id : undefined}>
            {children(item, isGone)}
          </li>
        ))}
      </ul>
      <div className={classes.new} aria-live="polite">
        {list.waiting > 0 && !isStale && (
          <Button className={classes.pill} onClick={showNew}>
            {newItems(list.waiting)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Calls `onOutOfView` for each card that the student has scrolled past. `key` changes with the cards. */
function useOutOfView(list: RefObject<HTMLElement | null>, key: string, onOutOfView: (card: HTMLElement) => void) {
  const onLeave = useEffectEvent(onOutOfView);
  useEffect(() => {
    // without scroll anchoring, everything below would move
    if (!list.current || !CSS.supports('overflow-anchor', 'auto')) return;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (!isIntersecting) onLeave(target as HTMLElement);
    });
    for (const card of list.current.children) observer.observe(card);
    return () => observer.disconnect();
  }, [list, key]);
}

export function CardListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true">
      {[1, 2, 3].map((row) => (
        <Paper key={row} withBorder p="lg">
          <Skeleton h={36} w={140} mb="md" />
          <Skeleton h={24} w="60%" mb="sm" />
          <Skeleton h={16} w="45%" mb="xs" />
          <Skeleton h={16} w="55%" mb="xs" />
          <Skeleton h={16} w="40%" />
        </Paper>
      ))}
    </div>
  );
}
