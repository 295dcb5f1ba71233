import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

/** The buttons under a form in a dialog, the way out first. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
