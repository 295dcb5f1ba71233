import { IconCheck } from '@tabler/icons-react';
import { TableArt } from '../../shared/art/table-art';
import { usePageHeading } from '../../shared/ui/use-page-heading';
import { CallsToAction } from './calls-to-action';
import classes from './landing.module.css';

const PROMISES = ['Free to join', 'Meals to start with', 'Yours again if nobody can help'];

export function Hero() {
  const heading = usePageHeading('Share a meal swipe on campus');
  return (
    <section className={classes.hero}>
      <div>
        <p className={classes.eyebrow}>For students with a .edu address</p>
        <h1 ref={heading} tabIndex={-1}>
          A spare swipe is a seat at the table.
        </h1>
        <p className={classes.lead}>
          Meals left on your plan? Treat a fellow student. Plan running low? Ask for one. Every meal you give is a meal
          you can ask for later, and nothing goes to waste.
        </p>
        <CallsToAction />
        <ul className={classes.promises}>
          {PROMISES.map((promise) => (
            <li key={promise}>
              <IconCheck size={18} stroke={2.25} aria-hidden /> {promise}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.heroArt}>
        <TableArt />
      </div>
    </section>
  );
}
