import { Injectable } from '@nestjs/common';
import type { MealPeriod } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { pauseOf } from '../../people/campuses/campus-columns.js';
import { isId } from '../../platform/common/ids.js';
import type { LinkPreview } from '../../platform/http/link-preview.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { mealTime } from '../../delivery/mail/meal-time.js';
import { requestColumns, toMailedMeal, type RequestRow } from './request-columns.js';

const WANTED: Record<MealPeriod, string> = { breakfast: 'breakfast', lunch: 'lunch', dinner: 'dinner', any: 'a meal' };

/** What a messenger may show of a shared request to anybody: campus, meal period and deadline. Never a name or a place. */
@Injectable()
export class LinkPreviewService {
  constructor(private readonly db: DataSource) {}

  /** Returns undefined unless the request can be accepted. */
  async of(requestId: string): Promise<LinkPreview | undefined> {
    if (!isId(requestId)) return undefined;
    const [request] = await queryRows<RequestRow>(
      this.db,
      `SELECT ${requestColumns} FROM meal_requests r JOIN students requester ON requester.id = r.requester_id
        WHERE r.id = $1 AND r.status = 'active' AND r.deadline > now()
          AND ${pauseOf('r.institution', 'now()')} IS NULL`,
      [requestId],
    );
    if (!request) return undefined;
    const { mealPeriod, deadline, campus } = toMailedMeal(request);
    return {
      title: `Someone at ${campus.name} would like ${WANTED[mealPeriod]}`,
      description: `By ${mealTime(deadline, campus).text}. Do you have a meal swipe to spare?`,
    };
  }
}
