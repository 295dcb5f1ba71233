import type { ReactNode } from 'react';
import { PlatesArt } from '../art/plates-art';
import classes from './kept-room.module.css';

/**
 * The room that is left in a card's box when the card had more to say before. It takes none by itself, and shows a picture,
 * or `children` at its foot, once it is tall enough for that, so that the empty space looks intended. `isPlain`: no picture.
 */
export function KeptRoom({ children, isPlain }: { children?: ReactNode; isPlain?: boolean }) {
  return (
    <div className={classes.room} data-kept-room>
      {children ? <div className={classes.foot}>{children}</div> : !isPlain && <PlatesArt />}
    </div>
  );
}
