import { Burger } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../shared/art/logo';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import classes from './header.module.css';
import { StudentLinks, VisitorLinks } from './navigation';

/** Logo and navigation; below 62em the links fold into a menu behind a burger. */
export function Header() {
  const { isAuthenticated, isLoading, unreachable, user } = useSession();
  const isKnown = !isLoading && !unreachable;
  const { key } = useLocation();
  // open on this visit of this screen only: following a link closes it
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key;
  const menuId = useId();
  const burger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      burger.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to={paths.landing} className={classes.home} aria-label="SpareSwipe home">
          <Logo />
        </Link>
        <Burger
          ref={burger}
          className={classes.burger}
          opened={isOpen}
          onClick={() => setOpenAt(isOpen ? null : key)}
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
