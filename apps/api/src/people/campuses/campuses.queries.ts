import { Injectable } from '@nestjs/common';
import type { Campus } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { SETTINGS_COLUMNS, toSettings, type SettingsRow } from './campus-columns.js';

/** Reads campuses for their students. */
@Injectable()
export class CampusesQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async one(institution: string) {
    const [row] = await this.db.query<SettingsRow[]>(
      `SELECT ${SETTINGS_COLUMNS} FROM campuses WHERE institution = $1`,
      [institution],
    );
    const { pause, guestRules, openRequestsMax, mealsOnSale } = row ? toSettings(row, this.clock.now()) : NOTHING_SET;
    const campus: Campus = { institution, pause, guestRules, openRequestsMax, mealsOnSale };
    return { campus };
  }
}

const NOTHING_SET = { pause: null, guestRules: null, openRequestsMax: null, mealsOnSale: true };
