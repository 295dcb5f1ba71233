import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * For a screen's main heading: names the document after it, and on arrival from another screen moves the focus there,
 * so that a screen reader starts with it. A view that replaces another on the same screen passes `isNewView`.
 * Put the ref on an element with `tabIndex={-1}`.
 */
export function usePageHeading(title: string, { isNewView = false } = {}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  // the router names the very first location 'default': nobody navigated, so nobody's focus is moved
  const takesFocus = useRef(isNewView || key !== 'default');
  const startsAtTop = useRef(isNewView || !isBackOrForward);

  useEffect(() => {
    document.title = `${title} · SpareSwipe`;
  }, [title]);

  useEffect(() => {
    if (!takesFocus.current) return;
    if (startsAtTop.current) window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return heading;
}
