import type { ReactNode } from 'react';
import { PlatesArt } from '../art/plates-art';
import classes from './kept-room.module.css';

/**
 * Fills the rest of a card's box where the card has less content than before. It adds no height itself. Once it is tall
 * enough, it shows a picture, or `children` at its foot, so that the box does not look empty. `isPlain`: no picture.
 */
export function KeptRoom({ children, isPlain }: { children?: ReactNode; isPlain?: boolean }) {
  return (
    <div className={classes.room} data-kept-room>
      {children ? <div className={classes.foot}>{children}</div> : !isPlain && <PlatesArt />}
    </div>
  );
}
