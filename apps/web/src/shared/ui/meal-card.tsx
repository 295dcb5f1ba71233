import { Paper, Text, Title } from '@mantine/core';
import type { MealPeriod } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { Details } from './details';
import classes from './meal-card.module.css';
import { MealPeriodMark } from './meal-period';

interface Props {
  meal: { mealPeriod: MealPeriod; mealDescription: string; description?: string };
  /** Names the card; its buttons point here, so that 'Cancel' is heard with what it cancels. */
  titleId: string;
  /** A few words over the title. */
  overline?: string;
  /** `<TimeLeft>`, on the line of the title. */
  time?: ReactNode;
  /** `<Fact>`s. */
  facts: ReactNode;
  badges: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** `action` is a single small button, beside the words on every screen. */
  isActionSmall?: boolean;
  children?: ReactNode;
}

/** The frame of every request and match in a list; dense enough for two on the screen of a phone. */
export function MealCard({ meal, titleId, overline, time, facts, badges, action, isActionSmall, children }: Props) {
  return (
    <Paper component="article" withBorder shadow="xs" aria-labelledby={titleId} className={classes.card}>
      <div className={classes.head}>
        {overline && (
          <Text size="sm" c="dimmed">
            {overline}
          </Text>
        )}
        <Title order={2} id={titleId}>
          <bdi>{meal.mealDescription}</bdi>
        </Title>
        {time && <div className={classes.time}>{time}</div>}
      </div>
      <div className={classes.body} data-small={isActionSmall || undefined}>
        <div className={classes.words}>
          <dl className={classes.facts}>{facts}</dl>
          <div className={classes.badges}>
            <MealPeriodMark period={meal.mealPeriod} />
            {badges}
          </div>
          {meal.description && <Details text={meal.description} describedBy={titleId} />}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {children}
    </Paper>
  );
}

/** The buttons at the foot of a card, as wide as the card on a phone. `hasLead`: there the first is large and the others are small. */
export function MealCardActions({ hasLead, children }: { hasLead?: boolean; children: ReactNode }) {
  return (
    <div className={classes.actions} data-lead={hasLead || undefined}>
      {children}
    </div>
  );
}
