import type { CreateRequest } from '@spareswipe/contract';

/** What a student sends to ask for a meal in three hours. A test names only what matters to it. */
export const lunch = (over: Partial<CreateRequest> = {}) => ({
  mealPeriod: 'lunch' as const,
  mealDescription: 'Veggie burrito',
  location: 'North Hall',
  deadline: new Date(Date.now() + 3 * 3_600_000).toISOString(),
  ...over,
});
