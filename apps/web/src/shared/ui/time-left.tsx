import { isUrgent } from '@spareswipe/contract';
import { timeLeft } from '../dates';
import classes from './time-left.module.css';

interface Props {
  deadline: string;
  now: Date;
}

/** '2 h 5 min left' with large figures, in the accent colour once it is urgent, and 'Time is over' after the deadline. */
export function TimeLeft({ deadline, now }: Props) {
  const left = timeLeft(deadline, now);
  if (!left) return <p className={classes.left}>Time is over</p>;
  return (
    <p className={classes.left} dir="ltr" data-urgent={isUrgent(new Date(deadline), now) || undefined}>
      {left.split(' ').map((part, index) =>
        /\d/.test(part) ? (
          <span key={index} className={classes.figure}>
            {part}
          </span>
        ) : (
          <span key={index}> {part} </span>
        ),
      )}
      left
    </p>
  );
}
