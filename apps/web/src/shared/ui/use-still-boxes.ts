import { useEffect, useLayoutEffect, useState, type PointerEvent, type RefObject } from 'react';

/** Buttons of a card that has moved do nothing for this long. */
const MOVED_MS = 500;
/** Less than this is rounding. */
const NOTICEABLE_PX = 4;

interface Box {
  /** From the top of the document, so that scrolling is no move. */
  top: number;
  width: number;
  height: number;
  movedAt: number;
}

class StillBoxes {
  readonly #boxes = new WeakMap<Element, Box>();
  readonly #openedAt = performance.now();
  #pointerMovedAt = -Infinity;
  #isShrinkExpected = false;

  /** Notes that a mouse or pen has moved, so the student sees what it would press. A finger moves only while it presses. */
  readonly notePointer = ({ pointerType }: PointerEvent<HTMLElement>) => {
    if (pointerType !== 'touch') this.#pointerMovedAt = performance.now();
  };

  /** A card out of view is about to be removed: the browser adjusts the scroll, so no other card moves on the screen. */
  expectShrink() {
    this.#isShrinkExpected = true;
  }

  /** Lets a card that is out of view shrink to its current content. */
  release(card: HTMLElement) {
    if (!card.style.minHeight) return;
    card.style.minHeight = '';
    this.#boxes.delete(card);
    this.#isShrinkExpected = true;
  }

  measure(list: HTMLElement) {
    const now = performance.now();
    for (const card of list.children as Iterable<HTMLElement>) {
      const known = this.#boxes.get(card);
      let { width, height, top } = card.getBoundingClientRect();
      if (known && width !== known.width) {
        card.style.minHeight = '';
        ({ width, height } = card.getBoundingClientRect());
      } else if (known && height < known.height) {
        height = known.height;
        card.style.minHeight = `${height}px`;
      }
      top += window.scrollY;
      // no pointer was on a list that has just appeared
      const isMoved = known
        ? !this.#isShrinkExpected && Math.abs(top - known.top) > NOTICEABLE_PX
        : now - this.#openedAt > MOVED_MS;
      this.#boxes.set(card, { top, width, height, movedAt: isMoved ? now : (known?.movedAt ?? -Infinity) });
    }
    this.#isShrinkExpected = false;
  }

  /** Whether the card with the target moved less than half a second before `pressedAt`, and no pointer has moved since. */
  hasJustMoved(list: HTMLElement, target: Element, pressedAt: number) {
    this.measure(list);
    const card = [...list.children].find((child) => child.contains(target));
    const movedAt = card && this.#boxes.get(card)?.movedAt;
    return movedAt !== undefined && pressedAt - movedAt < MOVED_MS && this.#pointerMovedAt < movedAt;
  }
}

/**
 * Keeps the boxes of a list's children: one whose content shrinks keeps its height, so that nothing below moves up. Where
 * a child moves nevertheless, `hasJustMoved` says so for half a second.
 */
export function useStillBoxes(list: RefObject<HTMLElement | null>) {
  const [boxes] = useState(() => new StillBoxes());
  useLayoutEffect(() => {
    if (list.current) boxes.measure(list.current);
  });
  // something above the list may have pushed it
  useEffect(() => {
    const observer = new ResizeObserver(() => list.current && boxes.measure(list.current));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [boxes, list]);
  return boxes;
}
