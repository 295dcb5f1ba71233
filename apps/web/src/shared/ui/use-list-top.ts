import { useRef } from 'react';

/** For a list with pages: another page is read from its top. */
export function useListTop() {
  const ref = useRef<HTMLDivElement>(null);
  const goToTop = () => {
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  };
  return [ref, goToTop] as const;
}
