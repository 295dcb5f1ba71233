import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  QUIET_FROM_MINUTE,
  QUIET_UNTIL_MINUTE,
  alertPeriod,
  isTimeZone,
  type AlertSettings as Choices,
  type ChangeAlertSettings,
} from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { campusOf, type CampusRow } from '../../people/campuses/campus-columns.js';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { isId } from '../../platform/common/ids.js';
import { isInvalidValue } from '../../platform/database/faults.js';
import { AlertSettings } from '../../platform/database/tables/alert.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { queryRows } from '../../platform/database/query-rows.js';

/** Students' settings of alerts. Everything is off until they switch it on. */
@Injectable()
export class AlertSettingsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  of(student: SignedInStudent): Promise<Choices> {
    return this.read(this.db.manager, student);
  }

  /** Changes the given settings and keeps the rest. */
  async change(student: SignedInStudent, changes: ChangeAlertSettings): Promise<Choices> {
    const { timeZone, quietHours, mealPeriods } = changes;
    const zone = await this.known(timeZone);
    const firstZone = zone ?? (await this.known(await zoneOf(this.db.manager, student.institution))) ?? 'UTC';
    return transaction(this.db, async (tx) => {
      const chosen = await queryRows(tx, CHOOSE, [
        student.id,
        zone ?? null,
        firstZone,
        changes.push ?? null,
        changes.mail ?? null,
        mealPeriods ? alertPeriod.options.filter((period) => mealPeriods.includes(period)) : null,
        changes.campus ?? null,
        quietHours ? minuteOf(quietHours.from) : null,
        quietHours ? minuteOf(quietHours.until) : null,
        changes.helpToday ?? null,
        changes.showDetails ?? null,
        this.clock.now(),
        randomUUID(),
      ]);
      // the account was closed at this moment
      if (!chosen.length) throw new AppError('UNAUTHENTICATED');
      return this.read(tx, student);
    });
  }

  /** Switches alerts by mail off, for the student whose mail had this link. Throws INVALID_TOKEN for any other token. */
  async unsubscribe(token: string): Promise<void> {
    const off = isId(token)
      ? await this.db.manager.update(AlertSettings, { unsubscribeToken: token }, { mail: false })
      : undefined;
    if (!off?.affected) throw new AppError('INVALID_TOKEN', { message: 'This link to unsubscribe is not valid.' });
  }

  /** Deletes the settings of a student who leaves. */
  async forget(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(AlertSettings, { studentId });
  }

  private async read(tx: EntityManager, { id, institution }: SignedInStudent): Promise<Choices> {
    const chosen = await tx.findOneBy(AlertSettings, { studentId: id });
    const settings = chosen ?? { ...NONE_CHOSEN, timeZone: (await zoneOf(tx, institution)) ?? 'UTC' };
    const { push, mail, mealPeriods, campus, timeZone, helpOn, showDetails } = settings;
    return {
      push,
      mail,
      mealPeriods,
      campus,
      quietHours: { from: clockTime(settings.quietFrom), until: clockTime(settings.quietUntil) },
      timeZone,
      helpToday: helpOn === dayIn(timeZone, this.clock.now()),
      showDetails,
    };
  }

  /**
   * Node and PostgreSQL have their own lists, and a zone that PostgreSQL does not know would break every wave. For an offset
   * such as +05:30 the two disagree on the sign.
   */
  private async known(timeZone: string | undefined): Promise<string | undefined> {
    if (!timeZone || /^[+-]/.test(timeZone) || !isTimeZone(timeZone)) return undefined;
    try {
      await this.db.query('SELECT now() AT TIME ZONE $1', [timeZone]);
      return timeZone;
    } catch (error) {
      if (isInvalidValue(error)) return undefined;
      throw error;
    }
  }
}

const NONE_CHOSEN = {
  push: false,
  mail: false,
  mealPeriods: [...alertPeriod.options],
  campus: 'mine' as const,
  quietFrom: QUIET_FROM_MINUTE,
  quietUntil: QUIET_UNTIL_MINUTE,
  helpOn: null,
  showDetails: false,
};

/** The zone until a browser names one: that of the campus, if it is known. */
async function zoneOf(tx: EntityManager, institution: string): Promise<string | undefined> {
  const [row] = await queryRows<{ campus: CampusRow }>(tx, `SELECT ${campusOf('$1')} AS campus`, [institution]);
  return row!.campus?.timeZone ?? undefined;
}

/**
 * The first choice creates the row, later ones update the given columns. Locks the student, so that a simultaneous closing
 * of the account happens entirely before or after.
 */
const CHOOSE = `
  INSERT INTO alert_settings AS a (student_id, institution, time_zone, push, mail, meal_periods, campus, quiet_from,
                                   quiet_until, help_on, show_details, unsubscribe_token)
  SELECT id, institution, $3, coalesce($4::boolean, false), coalesce($5::boolean, false), coalesce($6::text[], '{breakfast,lunch,dinner}'),
         coalesce($7::text, 'mine'), coalesce($8::smallint, ${QUIET_FROM_MINUTE}), coalesce($9::smallint, ${QUIET_UNTIL_MINUTE}),
         CASE WHEN $10::boolean THEN ($12::timestamptz AT TIME ZONE $3)::date END, coalesce($11::boolean, false), $13
    FROM students WHERE id = $1 AND deactivated_at IS NULL FOR KEY SHARE
  ON CONFLICT (student_id) DO UPDATE SET
    time_zone = coalesce($2, a.time_zone), push = coalesce($4, a.push), mail = coalesce($5, a.mail),
    meal_periods = coalesce($6, a.meal_periods), campus = coalesce($7, a.campus),
    quiet_from = coalesce($8, a.quiet_from), quiet_until = coalesce($9, a.quiet_until),
    help_on = CASE WHEN $10 IS NULL THEN a.help_on
                   WHEN $10 THEN ($12::timestamptz AT TIME ZONE coalesce($2, a.time_zone))::date END,
    show_details = coalesce($11, a.show_details)
  RETURNING student_id`;

/** As PostgreSQL writes a date. */
const dayIn = (timeZone: string, now: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const two = (value: number) => String(value).padStart(2, '0');
const clockTime = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
