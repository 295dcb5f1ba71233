import { useEffect, useEffectEvent } from 'react';

/**
 * What is open over a page, a dialog or the menu of a phone, is a step of its own in the browser's history: Back closes
 * it and leaves the page where it is. Beside the router, for which nothing has moved.
 */
type Entry = { overlay?: true } | null;

const isStep = () => Boolean((window.history.state as Entry)?.overlay);

/** How many are open. They share one step. */
let open = 0;
let leaving: Promise<void> | undefined;

/**
 * Goes back to the page, if the step is where the browser stands, and keeps the promise once it is there. Whoever goes
 * elsewhere from a dialog waits for it: a step back that is under way would undo the way taken meanwhile.
 */
export function leaveStep(): Promise<void> {
  if (leaving) return leaving;
  if (!isStep()) return Promise.resolve();
  leaving = new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    window.history.back();
  }).finally(() => (leaving = undefined));
  return leaving;
}

/**
 * Calls once the browser stands on the page, at once if nothing is open over it: an address that is replaced on a step
 * would leave that step behind, and the page below as it was. Returns how to call it off.
 */
export function onceOnPage(call: () => void): () => void {
  const check = () => {
    if (isStep()) return;
    stop();
    call();
  };
  const stop = () => window.removeEventListener('popstate', check);
  window.addEventListener('popstate', check);
  check();
  return stop;
}

/** One step while anything is open; and neither a reload nor Forward stops at what is no more. */
async function settle() {
  // what opens while the step before is being left gets one of its own
  await leaving;
  if (open === 0) await leaveStep();
  else if (!isStep()) window.history.pushState({ ...(window.history.state as object), overlay: true }, '');
}

/** The browser's Back closes what is open. */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (isOpen) open += 1;
    void settle();
    const follow = () => {
      // our own step back
      if (leaving) return;
      if (isOpen && !isStep()) onBack();
      else if (open === 0) void leaveStep();
    };
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
      if (isOpen) open -= 1;
    };
  }, [isOpen]);
}
