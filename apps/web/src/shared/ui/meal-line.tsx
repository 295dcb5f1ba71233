import { Text } from '@mantine/core';
import type { RequestedMeal } from '@spareswipe/contract';
import { showDeadline } from '../dates';
import { mealPeriodLabel } from './meal-period';

type Meal = Pick<RequestedMeal, 'mealDescription' | 'deadline'> & Partial<RequestedMeal>;

/** The meal that a dialog is about. */
export const MealLine = ({ meal }: { meal: Meal }) => (
  <Text c="dimmed">
    <bdi>{meal.mealDescription}</bdi> · {meal.mealPeriod && `${mealPeriodLabel(meal.mealPeriod)}, `}
    {showDeadline(meal, new Date())}
  </Text>
);
