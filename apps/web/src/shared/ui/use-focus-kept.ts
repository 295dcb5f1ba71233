import { useLayoutEffect, useRef } from 'react';

/** To the heading of the page. */
export const focusPage = () =>
  (document.querySelector<HTMLElement>('h1[tabindex]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });

/** The nearest element around one that may take its focus. */
export const focusableAround = (element: Element | null) =>
  element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]:not(main)');

/**
 * For an element that may disappear: if the focus is in it then, that moves to the nearest element around it with
 * `tabIndex={-1}`, or to the heading of the page, instead of nowhere.
 */
export function useFocusKept<Kept extends HTMLElement>() {
  const element = useRef<Kept>(null);
  useLayoutEffect(() => {
    const mine = element.current;
    const around = focusableAround(mine);
    return () => {
      if (!mine?.contains(document.activeElement)) return;
      around?.focus({ preventScroll: true });
      // what is around it may go with it
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusPage();
      });
    };
  }, []);
  return element;
}
