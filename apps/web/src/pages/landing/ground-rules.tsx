import { FinalCall } from './calls-to-action';
import classes from './landing.module.css';

/** Says plainly what this is not, before anybody joins. */
export function GroundRules() {
  return (
    <section className={`${classes.section} ${classes.rules}`} aria-labelledby="rules">
      <h2 id="rules">Before you pull up a chair</h2>
      <p className={classes.lead}>
        Check your meal plan's guest rules first: some let you swipe a friend in, some do not. And payments between
        students are not part of this. Meals are shared here, never sold to one another.
      </p>
      <FinalCall />
    </section>
  );
}
