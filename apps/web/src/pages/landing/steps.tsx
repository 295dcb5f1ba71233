import { Text, Title } from '@mantine/core';
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
        <Title order={2} size="h1" id="steps">
          How it works
        </Title>
        <ol className={classes.steps}>
          {STEPS.map(({ art, title, text }) => (
            <li key={title}>
              <div className={classes.stepArt}>{art}</div>
              <Title order={3}>{title}</Title>
              <Text c="dimmed" mt="xs">
                {text}
              </Text>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
