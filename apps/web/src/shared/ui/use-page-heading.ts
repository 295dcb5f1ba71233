import { createContext, useContext, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router';

/** Where the visit began. Coming back there counts as an arrival, with a new location. */
export const FirstLocation = createContext<Location | null>(null);

/**
 * For a screen's main heading: names the document after it, and on arrival from another screen moves the focus there,
 * so that a screen reader starts with it. A view that replaces another on the same screen passes `isNewView`.
 * Put the ref on an element with `tabIndex={-1}`.
 */
export function usePageHeading(title: string, { isNewView = false } = {}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  const first = useContext(FirstLocation);
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  // on the very first screen nobody navigated, so nobody's focus is moved
  const takesFocus = useRef(isNewView || location !== first);
  const startsAtTop = useRef(isNewView || !isBackOrForward);

  useEffect(() => {
    document.title = `${title} · SpareSwipe`;
  }, [title]);

  useEffect(() => {
    if (!takesFocus.current) return;
    if (startsAtTop.current) window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // at 200 % on a phone, the navigation of the desk alone fills the screen
    if (startsAtTop.current) heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return heading;
}
