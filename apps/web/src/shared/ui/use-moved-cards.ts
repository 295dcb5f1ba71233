import { useEffect, useLayoutEffect, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';

/** A press on a card that moved less than this ago meets another card than the student saw. */
const MOVED_MS = 500;
/** Less than this, a finger that aims at a button still meets it. */
const NOTICEABLE_PX = 20;

class MovedCards {
  readonly #places = new WeakMap<Element, { top: number; movedAt: number }>();
  readonly #openedAt = performance.now();
  #pointerMovedAt = -Infinity;

  /** Notes which cards of the list have moved since the last time. */
  measure(list: HTMLElement) {
    const now = performance.now();
    for (const card of list.children) {
      // from the top of the document, so that scrolling is no move
      const top = card.getBoundingClientRect().top + window.scrollY;
      const known = this.#places.get(card);
      if (known && Math.abs(top - known.top) <= NOTICEABLE_PX) continue;
      // no pointer was on a list that has just appeared
      const isMove = known !== undefined || now - this.#openedAt > MOVED_MS;
      this.#places.set(card, { top, movedAt: isMove ? now : -Infinity });
    }
  }

  /** A mouse or pen that has moved since is where the student wants it. A finger moves only while it presses. */
  readonly notePointer = ({ pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType !== 'touch') this.#pointerMovedAt = performance.now();
  };

  readonly ignorePress = (event: MouseEvent<HTMLElement>) => {
    // keys press the focused button, wherever it is
    if (event.detail === 0) return;
    this.measure(event.currentTarget);
    const card = [...event.currentTarget.children].find((child) => child.contains(event.target as Element));
    const movedAt = (card && this.#places.get(card)?.movedAt) ?? -Infinity;
    if (event.timeStamp - movedAt >= MOVED_MS || this.#pointerMovedAt >= movedAt) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Presses on cards of a list that have moved less than half a second ago do nothing. Returns the handlers of the list. */
export function useMovedCards(list: RefObject<HTMLElement | null>) {
  const [cards] = useState(() => new MovedCards());
  useLayoutEffect(() => {
    if (list.current) cards.measure(list.current);
  });
  // Something above the list may push it, or the open menu. A body that holds less than the window stays as high as that.
  useEffect(() => {
    const observer = new ResizeObserver(() => list.current && cards.measure(list.current));
    for (const above of document.querySelectorAll('header, main > *')) observer.observe(above);
    return () => observer.disconnect();
  }, [cards, list]);
  return { onPointerMoveCapture: cards.notePointer, onClickCapture: cards.ignorePress };
}
