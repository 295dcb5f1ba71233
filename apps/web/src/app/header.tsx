import { Burger } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
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
  const { key, pathname, search } = useLocation();
  // open on this visit of this screen only: following a link closes it
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  // and for good: coming back to that screen does not open it again
  if (openAt !== null && !isOpen) setOpenAt(null);
  const navigate = useNavigate();
  const menuId = useId();
  const burger = useRef<HTMLButtonElement>(null);

  /** The focus may have been on a link that folds away. */
  const close = () => {
    setOpenAt(null);
    burger.current?.focus();
  };
  useBackCloses(isOpen, close);
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && close());

  useEffect(() => {
    if (!isOpen) return;
    // a tablet that is turned has its links in the bar
    const wide = window.matchMedia('(min-width: 62em)');
    const forget = () => setOpenAt(null);
    wide.addEventListener('change', forget);
    const onKeyDown = (event: KeyboardEvent) => closeOnEscape(event);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      wide.removeEventListener('change', forget);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);

  /** From the open menu a link leads on from the page, not from the menu's step: Back then comes here at once. */
  function follow(event: MouseEvent) {
    const to = event.target instanceof Element && event.target.closest('a')?.getAttribute('href');
    if (!isOpen || !to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    close();
    if (to !== pathname + search) void leaveStep().then(() => navigate(to));
  }

  return (
    <header className={classes.header} onClickCapture={follow}>
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
