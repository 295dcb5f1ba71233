import type { ReactNode } from 'react';
import classes from './with-sidebar.module.css';

/** The main column with a sidebar, which moves below it on narrow screens. */
export function WithSidebar({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.side}>{side}</div>
    </div>
  );
}
