import { Injectable } from '@nestjs/common';
import { clockOf, type Campus as CampusBody } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Campus } from '../../platform/database/tables/campus.entity.js';
import { nameOf, toSettings } from './campus-columns.js';

@Injectable()
export class CampusesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async one(institution: string) {
    const found = await this.db.manager.findOneByOrFail(Campus, { institution });
    const now = this.clock.now();
    const settings = toSettings(found, now);
    const { timeZone, pause, guestRules, openRequestsMax, mealsOnSale, placesOnly } = settings;
    const campus: CampusBody = {
      institution,
      name: nameOf(institution, settings),
      timeZone,
      clock: clockOf(timeZone, now),
      pause,
      guestRules,
      openRequestsMax,
      mealsOnSale,
      placesOnly,
      paymentsOn: Boolean(this.settings.STRIPE_SECRET_KEY),
    };
    return { campus };
  }
}
