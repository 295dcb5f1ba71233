import { meetCode, meetDishes } from '@spareswipe/contract';
import classes from './meeting.module.css';

/** The colour and dish that both phones show. */
export function MeetCode({ matchId, name }: { matchId: string; name: string }) {
  const { color, dish } = meetCode(matchId);
  return (
    <div className={classes.code}>
      <span className={classes.dish} data-color={color} aria-hidden>
        {meetDishes[dish]}
      </span>
      <p>
        <strong className={classes.words}>
          {color} {dish}
        </strong>
        <span>
          <bdi>{name}</bdi>'s phone shows the same.
        </span>
      </p>
    </div>
  );
}
