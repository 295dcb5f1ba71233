import { Injectable } from '@nestjs/common';
import type { CampusSettings } from '@spareswipe/contract/desk';
import type { EntityManager } from 'typeorm';
import { AppError } from '../common/app-error.js';
import { Clock } from '../common/clock.js';

/** Changes what operators decide about a campus. */
@Injectable()
export class CampusesService {
  constructor(private readonly clock: Clock) {}

  /** The settings of a campus, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: EntityManager, institution: string): Promise<CampusSettings> {
    const [row] = await tx.query<SettingsRow[]>(`SELECT ${COLUMNS} FROM campuses WHERE institution = $1 FOR UPDATE`, [
      institution,
    ]);
    if (!row) throw new AppError('NOT_FOUND');
    return toSettings(row);
  }

  /** Replaces all settings. The pause that was there before keeps its beginning. */
  async set(tx: EntityManager, institution: string, { pause, guestRules }: CampusSettings): Promise<void> {
    await tx.query(
      `UPDATE campuses SET paused_at = CASE WHEN $2::text IS NOT NULL THEN coalesce(paused_at, $6) END,
              pause_notice = $2, paused_until = $3, guest_rules = $4, guest_rules_url = $5
        WHERE institution = $1`,
      [institution, pause?.notice, pause?.until, guestRules?.text, guestRules?.url, this.clock.now()],
    );
  }

  async exists(tx: EntityManager, institution: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT FROM campuses WHERE institution = $1', [institution]);
    return rows.length > 0;
  }
}

const COLUMNS = `pause_notice AS notice, paused_until AS until, guest_rules AS text, guest_rules_url AS url`;

interface SettingsRow {
  notice: string | null;
  until: Date | null;
  text: string | null;
  url: string | null;
}

const toSettings = ({ notice, until, text, url }: SettingsRow): CampusSettings => ({
  pause: notice === null ? null : { notice, until: until && until.toISOString() },
  guestRules: text === null ? null : { text, url },
});
