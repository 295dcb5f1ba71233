import { useEffect } from 'react';

/** To the heading of the page. */
export const focusPage = () =>
  (document.querySelector<HTMLElement>('h1[tabindex]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });

/** What had the focus in the page last, and where that can go, from inside out, when it is gone. */
let lastInPage: HTMLElement | undefined;
let aroundInPage: HTMLElement[] = [];

function focusFirst(places: HTMLElement[]): boolean {
  const place = places.find(({ isConnected }) => isConnected);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'nearest' });
  return Boolean(place);
}

/** To the button that opened a dialog or, if that is gone, to what was around it, as its card. */
export function focusBehindDialog() {
  if (lastInPage?.isConnected) lastInPage.focus({ preventScroll: true });
  else if (!focusFirst(aroundInPage)) focusPage();
}

const TAKES_FOCUS = '[tabindex="-1"]:not(#content)';

/** The nearest element around one that may take its focus. */
export const focusableAround = (element: Element | null) => element?.parentElement?.closest<HTMLElement>(TAKES_FOCUS);

/**
 * If what has the focus in a page or dialog disappears, the focus moves to the nearest element around it with
 * `tabIndex={-1}`, or to the heading of the page, instead of nowhere. A dialog that closes has its own rule.
 */
export function useFocusKept() {
  useEffect(() => {
    let focused: HTMLElement | undefined;
    let isInDialog = false;
    let around: HTMLElement[] = [];
    function remember({ target }: FocusEvent) {
      focused = target instanceof HTMLElement && target.closest('main, [role=dialog]') ? target : undefined;
      isInDialog = Boolean(focused?.closest('[role=dialog]'));
      around = [];
      for (let outer = focusableAround(focused ?? null); outer; outer = focusableAround(outer)) around.push(outer);
      if (focused && !isInDialog) [lastInPage, aroundInPage] = [focused, around];
    }
    const removals = new MutationObserver(() => {
      if (focused?.isConnected !== false || document.activeElement !== document.body) return;
      if (!focusFirst(around) && !isInDialog) focusPage();
    });
    document.addEventListener('focusin', remember);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      removals.disconnect();
    };
  }, []);
}
