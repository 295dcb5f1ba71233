import type { ReactNode } from 'react';
import classes from './with-sidebar.module.css';

/** The main column, and beside it what helps with it; below it where there is no room. */
export function WithSidebar({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.side}>{side}</div>
    </div>
  );
}
