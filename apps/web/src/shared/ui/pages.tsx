import { Button, Text } from '@mantine/core';
import type { Pagination } from '@spareswipe/contract';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import classes from './pages.module.css';

interface Props extends Pick<Pagination, 'current' | 'pages' | 'hasPrev' | 'hasNext'> {
  /** Cards of this page are still on the screen: it stays until the student leaves it, also if it no longer exists. */
  isKept?: boolean;
  /** The list, with `tabIndex={-1}`: another page is read from its top. */
  top: RefObject<HTMLElement | null>;
  onChange: (page: number, options?: { replace: boolean }) => void;
}

/** Previous, 'Page X of Y', Next; nothing when there is only one page. A page that no longer exists is replaced by the last one. */
export function Pages({ current, pages, hasPrev, hasNext, isKept = false, top, onChange }: Props) {
  const last = Math.max(pages, 1);
  const isGone = current > last;
  function goTo(page: number, options?: { replace: boolean }) {
    onChange(page, options);
    // not while the student is busy in a dialog over the list
    if (document.activeElement?.closest('[role=dialog]')) return;
    top.current?.scrollIntoView();
    top.current?.focus({ preventScroll: true });
  }
  const goToLast = useEffectEvent(() => goTo(last, { replace: true }));
  useEffect(() => {
    if (isGone && !isKept) goToLast();
  }, [isGone, isKept]);

  if (pages < 2 && !isGone) return null;
  const shown = Math.min(current, last);
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <Button variant="default" disabled={!hasPrev} onClick={() => goTo(isGone ? last : shown - 1)}>
        Previous
      </Button>
      <Text aria-live="polite" aria-atomic ta="center">
        Page {shown} of {pages}
      </Text>
      <Button variant="default" disabled={!hasNext} onClick={() => goTo(shown + 1)}>
        Next
      </Button>
    </nav>
  );
}
