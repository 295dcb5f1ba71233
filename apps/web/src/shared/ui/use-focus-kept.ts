import { useEffect } from 'react';

/** To the heading of the page. */
export const focusPage = () =>
  (document.querySelector<HTMLElement>('h1[tabindex]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });

const TAKES_FOCUS = '[tabindex="-1"]:not(main)';

/** The nearest element around one that may take its focus. */
export const focusableAround = (element: Element | null) => element?.parentElement?.closest<HTMLElement>(TAKES_FOCUS);

/**
 * If what has the focus in a page or dialog disappears, the focus moves to the nearest element around it with
 * `tabIndex={-1}`, or to the heading of the page, instead of nowhere. A dialog that closes has its own rule.
 */
export function useFocusKept() {
  useEffect(() => {
    let focused: Element | undefined;
    let isInDialog = false;
    let around: HTMLElement[] = [];
    function remember({ target }: FocusEvent) {
      focused = target instanceof Element && target.closest('main, [role=dialog]') ? target : undefined;
      isInDialog = Boolean(focused?.closest('[role=dialog]'));
      around = [];
      for (let outer = focusableAround(focused ?? null); outer; outer = focusableAround(outer)) around.push(outer);
    }
    const removals = new MutationObserver(() => {
      if (focused?.isConnected !== false || document.activeElement !== document.body) return;
      const next = around.find(({ isConnected }) => isConnected);
      next?.focus({ preventScroll: true });
      next?.scrollIntoView({ block: 'nearest' });
      if (!next && !isInDialog) focusPage();
    });
    document.addEventListener('focusin', remember);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      removals.disconnect();
    };
  }, []);
}
