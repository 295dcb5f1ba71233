import type { MouseEvent } from 'react';
import classes from './skip-link.module.css';

/** Goes to the element with the id `content`, without changing the address, so that Back never leads to '#content'. */
function skip(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The first stop of the keyboard on every screen: leads past the navigation. */
export const SkipLink = () => (
  <a className={classes.skip} href="#content" onClick={skip}>
    Skip to content
  </a>
);
