import type { MealRequest, RequestedMeal } from '@spareswipe/contract';

/** The one projection of a request: `r` is its row, `requester` its student. A new field stands here and in `toMeal`. */
export const requestColumns = `
  r.id AS "_id", r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location, r.description,
  r.urgency, r.is_flexible AS "isFlexible", r.deadline, r.status, r.created_at AS "createdAt", r.institution,
  r.requester_id AS "requesterId", requester.name AS "requesterName"`;

export interface RequestRow extends Omit<RequestedMeal, 'description' | 'deadline'> {
  description: string | null;
  deadline: Date;
  createdAt: Date;
  institution: string;
  requesterId: string;
  requesterName: string;
}

/** Picks field by field: a row may have columns that are not for the wire. */
export const toMeal = (row: RequestRow): RequestedMeal => ({
  _id: row._id,
  mealPeriod: row.mealPeriod,
  mealDescription: row.mealDescription,
  location: row.location,
  description: row.description ?? undefined,
  urgency: row.urgency,
  isFlexible: row.isFlexible,
  deadline: row.deadline.toISOString(),
  status: row.status,
});

export const toRequest = (row: RequestRow, viewerId: string, match: MealRequest['match'] = null): MealRequest => ({
  ...toMeal(row),
  createdAt: row.createdAt.toISOString(),
  isOwn: row.requesterId === viewerId,
  requester: { name: row.requesterName, institution: row.institution },
  match,
});
