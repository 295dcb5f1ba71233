import { Injectable } from '@nestjs/common';
import type { Stats } from '@spareswipe/contract';
import { DataSource } from 'typeorm';

@Injectable()
export class AccountQueries {
  constructor(private readonly db: DataSource) {}

  /** The counts on dashboard and profile. A completed exchange counts for both of its students. */
  async stats(studentId: string): Promise<Stats> {
    const [row] = await this.db.query<{ active: number; total: number; fulfilled: number; completed: number }[]>(
      `SELECT (SELECT count(*)::int FROM meal_requests WHERE requester_id = $1) AS total,
              (SELECT count(*)::int FROM meal_requests
                WHERE requester_id = $1 AND status = 'active' AND deadline > now()) AS active,
              (SELECT count(*)::int FROM matches WHERE fulfiller_id = $1 AND status = 'completed') AS fulfilled,
              (SELECT count(*)::int FROM matches
                WHERE (fulfiller_id = $1 OR requester_id = $1) AND status = 'completed') AS completed`,
      [studentId],
    );
    const { active, total, fulfilled, completed } = row!;
    return { requests: { active, total }, fulfillments: { total: fulfilled }, totalCompleted: completed };
  }
}
