import { UnstyledButton, useMantineTheme } from '@mantine/core';
import { useClickOutside, useDidUpdate, useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../shared/art/logo';
import { paths } from '../shared/paths';
import { useSession } from '../shared/session/session';
import { useCloseWatcher } from '../shared/ui/use-close-watcher';
import classes from './header.module.css';
import { StudentLinks, VisitorLinks } from './navigation';

/** Logo and navigation. Where the bar has no room for the links they fold into a menu behind a button. */
export function Header() {
  const { student, isLoading, unreachable } = useSession();
  const isKnown = !isLoading && !unreachable;
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, { open, close }] = useDisclosure(false);

  // On click and key up, not on the press before them: folding the menu moves the page away from under the finger.
  const header = useClickOutside<HTMLElement>(close, ['click', 'keyup']);
  const { key } = useLocation();
  const { breakpoints } = useMantineTheme();
  const hasRoom = useMediaQuery(`(min-width: ${student ? breakpoints.md : breakpoints.xs})`);
  useDidUpdate(close, [key, hasRoom]);

  const closeAndKeepFocus = () => {
    if (!isOpen) return;
    close();
    button.current?.focus();
  };
  useCloseWatcher(isOpen, closeAndKeepFocus);
  useWindowEvent('keydown', (event) => event.key === 'Escape' && closeAndKeepFocus());

  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Link to={paths.landing} className={classes.home} aria-label="SpareSwipe home">
          <Logo />
        </Link>
        {/* Mantine's Burger puts a <div> into its button, which HTML does not allow */}
        <UnstyledButton
          ref={button}
          className={classes.burger}
          // without links there is nothing to open; its room stays
          style={isKnown ? undefined : { visibility: 'hidden' }}
          onClick={isOpen ? closeAndKeepFocus : open}
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls={menuId}
        >
          {isOpen ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
        </UnstyledButton>
        <nav
          id={menuId}
          aria-label="Main"
          className={classes.nav}
          data-open={isOpen || undefined}
          onClick={closeAndKeepFocus}
        >
          {isKnown && (student ? <StudentLinks student={student} /> : <VisitorLinks />)}
        </nav>
      </div>
    </header>
  );
}
