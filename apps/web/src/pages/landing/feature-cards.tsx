import { Paper, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconHeartHandshake, IconShieldCheck, IconToolsKitchen2 } from '@tabler/icons-react';
import classes from './landing.module.css';

const FEATURES = [
  {
    Icon: IconToolsKitchen2,
    title: 'Ask for a meal',
    text: 'Say what you would like, where, and by when. A request takes one meal from your balance and a minute of your time.',
  },
  {
    Icon: IconHeartHandshake,
    title: 'Help, and earn one',
    text: 'Accept a request, meet at the dining hall, swipe a fellow student in. One meal given is one meal earned.',
  },
  {
    Icon: IconArrowBackUp,
    title: 'Refunded by itself',
    text: 'If nobody can make it by your deadline, the meal comes back to you. No forms, no asking.',
  },
  {
    Icon: IconShieldCheck,
    title: 'Students only',
    text: 'Every account is a verified .edu address. Your contact details go to your match and to nobody else.',
  },
];

export function FeatureCards() {
  return (
    <section className={classes.section} aria-labelledby="features">
      <Title order={2} size="h1" id="features">
        Good food, shared fairly
      </Title>
      <ul className={classes.features}>
        {FEATURES.map(({ Icon, title, text }) => (
          <Paper key={title} component="li" withBorder p="lg">
            <span className={classes.featureIcon}>
              <Icon size={28} stroke={1.6} aria-hidden />
            </span>
            <Title order={3}>{title}</Title>
            <Text c="dimmed" mt="xs">
              {text}
            </Text>
          </Paper>
        ))}
      </ul>
    </section>
  );
}
