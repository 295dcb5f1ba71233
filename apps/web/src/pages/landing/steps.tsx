import { CardArt } from '../../shared/art/card-art';
import { PlatesArt } from '../../shared/art/plates-art';
import { TrayArt } from '../../shared/art/tray-art';
import classes from './landing.module.css';

const STEPS = [
  {
    art: <CardArt />,
    title: 'Join with your .edu address',
    text: 'Register, follow the link in your mail, and you are in, with meals to start with.',
  },
  {
    art: <TrayArt />,
    title: 'Ask, or accept',
    text: "Post a request, or pick one from your campus. You both get each other's contact details by email.",
  },
  {
    art: <PlatesArt />,
    title: 'Meet, eat, rate',
    text: 'Mark the exchange complete and rate each other. The meal moves to whoever helped.',
  },
];

export function Steps() {
  return (
    <section className={classes.band} aria-labelledby="steps">
      <div className={classes.section}>
        <h2 id="steps">How it works</h2>
        <ol className={classes.steps}>
          {STEPS.map(({ art, title, text }) => (
            <li key={title} className={classes.step}>
              <div className={classes.stepArt}>{art}</div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
