import { Injectable } from '@nestjs/common';
import type { Campus as CampusBody } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Campus } from '../../platform/database/tables/campus.entity.js';
import { toSettings } from './campus-columns.js';

/** Reads campuses for their students. */
@Injectable()
export class CampusesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async one(institution: string) {
    const found = await this.db.manager.findOneBy(Campus, { institution });
    const { pause, guestRules, openRequestsMax, mealsOnSale } = found
      ? toSettings(found, this.clock.now())
      : NOTHING_SET;
    const paymentsOn = Boolean(this.settings.STRIPE_SECRET_KEY);
    const campus: CampusBody = { institution, pause, guestRules, openRequestsMax, mealsOnSale, paymentsOn };
    return { campus };
  }
}

const NOTHING_SET = { pause: null, guestRules: null, openRequestsMax: null, mealsOnSale: true };
