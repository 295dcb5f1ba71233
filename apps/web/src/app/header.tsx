import { Burger } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../shared/art/logo';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { leaveStep, useBackCloses } from '../shared/ui/back-closes';
import classes from './header.module.css';
import { StudentLinks, VisitorLinks } from './navigation';

/** Logo and navigation; below 62em the links fold into a menu behind a burger. */
export function Header() {
  const { isAuthenticated, isLoading, unreachable, user } = useSession();
  const isKnown = !isLoading && !unreachable;
  const { key } = useLocation();
  // open on this visit of this screen only
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  // and for good: coming back to that screen does not open it again
  if (openAt !== null && !isOpen) setOpenAt(null);
  const menuId = useId();
  const header = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);

  /** The focus may have been on a link that folds away. */
  const close = () => {
    setOpenAt(null);
    burger.current?.focus();
  };
  useBackCloses(isOpen, close);

  /** What is pressed outside the burger while the menu is open is done from the page, once the menu's step is left. */
  const closeFirst = useEffectEvent((event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || burger.current?.contains(target)) return;
    // another tab, say
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (header.current?.contains(target)) close();
    else setOpenAt(null);
    void leaveStep().then(() => target.dispatchEvent(new MouseEvent('click', event)));
  });
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close());
  const closeBehindTab = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Tab' && target instanceof Node && !header.current?.contains(target)) setOpenAt(null);
  });
  /** A phone or tablet that is turned may have its links in the bar. */
  const closeWithoutBurger = useEffectEvent(() => {
    if (burger.current && getComputedStyle(burger.current).display === 'none') setOpenAt(null);
  });

  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const { signal } = ending;
    // a click and not the press before it: the page below moves as the menu folds away
    document.addEventListener('click', (event) => closeFirst(event), { capture: true, signal });
    document.addEventListener('keydown', (event) => closeOnEscape(event), { signal });
    document.addEventListener('keyup', (event) => closeBehindTab(event), { signal });
    window.addEventListener('resize', () => closeWithoutBurger(), { signal });
    return () => ending.abort();
  }, [isOpen]);

  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Link to={paths.landing} className={classes.home} aria-label="SpareSwipe home">
          <Logo />
        </Link>
        <Burger
          ref={burger}
          className={classes.burger}
          opened={isOpen}
          onClick={() => (isOpen ? close() : setOpenAt(key))}
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls={menuId}
          size="sm"
        />
        <nav id={menuId} aria-label="Main" className={classes.nav} data-open={isOpen || undefined}>
          {isKnown && (isAuthenticated && user?.verified ? <StudentLinks student={user} /> : <VisitorLinks />)}
        </nav>
      </div>
    </header>
  );
}
