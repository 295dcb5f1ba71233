import { useRef } from 'react';

/** For a list with pages: another page is read from its top, unless the student is busy in a dialog over it. */
export function useListTop() {
  const ref = useRef<HTMLDivElement>(null);
  const goToTop = () => {
    if (document.activeElement?.closest('[role=dialog]')) return;
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  };
  return [ref, goToTop] as const;
}
