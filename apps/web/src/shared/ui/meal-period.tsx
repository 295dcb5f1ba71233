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

interface Props {
  period: MealPeriod;
  /** The word stands nearby. */
  isIconOnly?: boolean;
  /** Among the badges of a card. */
  isSmall?: boolean;
}

/** The period with its picture. */
export function MealPeriodMark({ period, isIconOnly = false, isSmall = false }: Props) {
  const { label, Icon } = PERIODS[period];
  return (
    <span className={classes.mark} data-small={isSmall || undefined}>
      <span className={classes.icon}>
        <Icon size={isSmall ? 16 : 20} stroke={1.75} aria-hidden />
      </span>
      {!isIconOnly && label}
    </span>
  );
}
