import { Paper, Text, Title } from '@mantine/core';
import type { MealPeriod } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import classes from './meal-card.module.css';
import { MealPeriodMark } from './meal-period';

interface Props {
  meal: { mealPeriod: MealPeriod; mealDescription: string; description?: string };
  /** Names the card; its buttons point here, so that 'Cancel' is heard with what it cancels. */
  titleId: string;
  /** A few words over the title. */
  overline?: string;
  badges: ReactNode;
  /** `<Fact>`s. */
  facts: ReactNode;
  /** The figure that matters most, and what to do about it. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The frame of every request and match in a list. */
export function MealCard({ meal, titleId, overline, badges, facts, aside, children }: Props) {
  return (
    <Paper component="article" withBorder shadow="xs" aria-labelledby={titleId} className={classes.card}>
      <div className={classes.top}>
        <MealPeriodMark period={meal.mealPeriod} />
        <div className={classes.badges}>{badges}</div>
      </div>
      <div className={classes.body}>
        <div className={classes.words}>
          {overline && (
            <Text size="sm" c="dimmed">
              {overline}
            </Text>
          )}
          <Title order={2} size="h3" id={titleId}>
            <bdi>{meal.mealDescription}</bdi>
          </Title>
          <dl className={classes.facts}>{facts}</dl>
          {meal.description && (
            <Text className={classes.description} dir="auto">
              {meal.description}
            </Text>
          )}
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </Paper>
  );
}

/** The buttons at the foot of a card; as wide as it on a phone. */
export function MealCardActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
