/** The fixed values of fields. Their schemas stand with the fields; what only lists the values needs no schema. */

export const requestStatuses = ['active', 'matched', 'completed', 'cancelled', 'expired'] as const;
export const mealPeriods = ['breakfast', 'lunch', 'dinner', 'any'] as const;
export const urgencies = ['low', 'medium', 'high'] as const;
export const alertPeriods = ['breakfast', 'lunch', 'dinner'] as const;
export const packageIds = ['small', 'medium', 'large'] as const;
