import classes from './landing.module.css';

/** Text marks of our own, not the universities' logos. */
const CAMPUSES = [
  { name: 'Stanford', face: 'serif' },
  { name: 'MICHIGAN', face: 'wide' },
  { name: 'Howard', face: 'italic' },
  { name: 'Berkeley', face: 'serif' },
  { name: 'TEXAS', face: 'wide' },
  { name: 'Cornell', face: 'plain' },
  { name: 'Purdue', face: 'italic' },
  { name: 'UCLA', face: 'plain' },
];

export function CampusMarks() {
  return (
    <section className={classes.band} aria-labelledby="campuses">
      <div className={classes.section}>
        <h2 id="campuses" className={classes.campusTitle}>
          Universities we hope to partner with
        </h2>
        <ul className={classes.campuses}>
          {CAMPUSES.map(({ name, face }) => (
            <li key={name} data-face={face}>
              {name}
            </li>
          ))}
        </ul>
        <p className={classes.campusNote}>
          We have no partner universities yet, and these names are examples. SpareSwipe is not affiliated with, or
          endorsed by, any of these universities.
        </p>
      </div>
    </section>
  );
}
