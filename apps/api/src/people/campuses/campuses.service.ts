import { Injectable } from '@nestjs/common';
import type { CampusSettings } from '@spareswipe/contract/desk';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { SETTINGS_COLUMNS, toSettings, type SettingsRow } from './campus-columns.js';

/** Changes what operators decide about a campus. */
@Injectable()
export class CampusesService {
  constructor(private readonly clock: Clock) {}

  /** The settings of a campus, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: EntityManager, institution: string): Promise<CampusSettings> {
    const [row] = await tx.query<SettingsRow[]>(
      `SELECT ${SETTINGS_COLUMNS} FROM campuses WHERE institution = $1 FOR UPDATE`,
      [institution],
    );
    if (!row) throw new AppError('NOT_FOUND');
    return toSettings(row, this.clock.now());
  }

  /** Replaces all settings. A running pause keeps its beginning. Throws VALIDATION_FAILED if its end is not in the future. */
  async set(tx: EntityManager, institution: string, { pause, guestRules, ...rest }: CampusSettings): Promise<void> {
    if (pause?.until && new Date(pause.until) <= this.clock.now()) {
      const message = 'The pause must end in the future';
      throw new AppError('VALIDATION_FAILED', { message, errors: [{ path: 'pause.until', message }] });
    }
    await tx.query(
      `UPDATE campuses SET paused_at = CASE WHEN $2::text IS NOT NULL THEN coalesce(paused_at, $6) END,
              pause_notice = $2, paused_until = $3, guest_rules = $4, guest_rules_url = $5,
              open_requests_max = $7, starting_meals = $8, meals_on_sale = $9, places = $10
        WHERE institution = $1`,
      [
        institution,
        pause?.notice,
        pause?.until,
        guestRules?.text,
        guestRules?.url,
        this.clock.now(),
        rest.openRequestsMax,
        rest.startingMeals,
        rest.mealsOnSale,
        rest.places,
      ],
    );
  }

  /** Starting meals of the campus's new students; null if the campus sets none, so SIGNUP_CREDITS applies. */
  async startingMeals(tx: EntityManager, institution: string): Promise<number | null> {
    const [campus] = await tx.query<{ meals: number | null }[]>(
      'SELECT starting_meals AS meals FROM campuses WHERE institution = $1',
      [institution],
    );
    return campus?.meals ?? null;
  }

  /** Throws MEALS_NOT_ON_SALE if the campus does not sell meals. */
  async assertSellsMeals(tx: EntityManager, institution: string): Promise<void> {
    const closed = await tx.query<unknown[]>('SELECT FROM campuses WHERE institution = $1 AND NOT meals_on_sale', [
      institution,
    ]);
    if (closed.length) throw new AppError('MEALS_NOT_ON_SALE');
  }

  async exists(tx: EntityManager, institution: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT FROM campuses WHERE institution = $1', [institution]);
    return rows.length > 0;
  }
}
