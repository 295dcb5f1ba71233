import { plural } from '@spareswipe/contract';
import classes from './meals-remaining.module.css';

/** 'You have 3 meals remaining', the count as the largest thing on the screen (spec §2 Purchase Meals). */
export function MealsRemaining({ credits }: { credits: number }) {
  return (
    <p className={classes.remaining}>
      You have <strong className={classes.count}>{credits}</strong> {plural(credits, 'meal')} remaining
    </p>
  );
}
