import { IconClock, IconMapPin } from '@tabler/icons-react';
import { StatusBadge, UrgencyBadge } from '../../shared/ui/badges';
import classes from './landing.module.css';

/** A request as it looks on the list, made up for the visitor. */
export function SampleRequest() {
  return (
    <section className={`${classes.section} ${classes.sample}`} aria-labelledby="sample">
      <div className={classes.sampleWords}>
        <h2 id="sample">Featured request</h2>
        <p className={classes.lead}>
          This is what you would find on your campus: a meal, a place and a time. If it suits you, accept it, and the
          two of you take it from there.
        </p>
      </div>
      <article className={classes.request} aria-label="Sample request">
        <p className={classes.sampleTag}>Sample</p>
        <div className={classes.badges}>
          <StatusBadge status="active" />
          <UrgencyBadge urgency="medium" />
        </div>
        <h3>Veggie burrito bowl</h3>
        <p className={classes.timeLeft}>
          3 h 20 min <span>left</span>
        </p>
        <ul className={classes.facts}>
          <li>
            <IconMapPin size={20} stroke={1.75} aria-hidden /> North Commons dining hall
          </li>
          <li>
            <IconClock size={20} stroke={1.75} aria-hidden /> Lunch, today at 2:00 PM, flexible timing
          </li>
        </ul>
        <p className={classes.quote}>
          “Lab runs late and my plan ran out on Sunday. Happy to return the favor next week!”
        </p>
        <p className={classes.asker}>Maya, sophomore</p>
      </article>
    </section>
  );
}
