import type { MealPeriod } from '@spareswipe/contract';
import { IconCoffee, IconSalad, IconSoup, IconToolsKitchen2 } from '@tabler/icons-react';
import classes from './meal-period.module.css';

const PERIODS: Record<MealPeriod, { label: string; Icon: typeof IconSalad }> = {
  breakfast: { label: 'Breakfast', Icon: IconCoffee },
  lunch: { label: 'Lunch', Icon: IconSalad },
  dinner: { label: 'Dinner', Icon: IconSoup },
  any: { label: 'Any meal', Icon: IconToolsKitchen2 },
};

/** For selects, in the order of the day. */
export const mealPeriodOptions = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));

export const mealPeriodLabel = (period: MealPeriod) => PERIODS[period].label;

/** The picture of a period, where the word stands nearby. */
export function MealPeriodPicture({ period }: { period: MealPeriod }) {
  const { Icon } = PERIODS[period];
  return (
    <span className={classes.picture}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </span>
  );
}

/** The period among the badges of a card. */
export function MealPeriodMark({ period }: { period: MealPeriod }) {
  const { label, Icon } = PERIODS[period];
  return (
    <span className={classes.mark}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {label}
    </span>
  );
}
