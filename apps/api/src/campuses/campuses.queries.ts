import { Injectable } from '@nestjs/common';
import type { Campus } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';
import { pauseOf, toPause, type PauseRow } from './campus-columns.js';

/** Reads campuses for their students. */
@Injectable()
export class CampusesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async one(institution: string) {
    const [row] = await this.db.query<CampusRow[]>(
      `SELECT guest_rules AS "text", guest_rules_url AS "url", ${pauseOf('$1', '$2')} AS pause,
              open_requests_max AS "openRequestsMax", meals_on_sale AS "mealsOnSale"
         FROM campuses WHERE institution = $1`,
      [institution, this.clock.now()],
    );
    const { text, url, pause, ...limits } = row ?? NOTHING_SET;
    const guestRules = text === null ? null : { text, url };
    const campus: Campus = { institution, pause: toPause(pause), guestRules, ...limits };
    return { success: true as const, campus };
  }
}

interface CampusRow {
  text: string | null;
  url: string | null;
  pause: PauseRow;
  openRequestsMax: number | null;
  mealsOnSale: boolean;
}

const NOTHING_SET: CampusRow = { text: null, url: null, pause: null, openRequestsMax: null, mealsOnSale: true };
