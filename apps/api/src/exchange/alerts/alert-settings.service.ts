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
import { knownZone } from '../../platform/database/known-zone.js';
import { AlertSettings } from '../../platform/database/tables/alert.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { UsersService } from '../../people/users/users.service.js';

/** Students' settings of alerts. Everything is off until they switch it on. */
@Injectable()
export class AlertSettingsService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly users: UsersService,
  ) {}

  of(student: SignedInStudent): Promise<Choices> {
    return this.read(this.db.manager, student);
  }

  /** Changes the given settings and keeps the rest. The lock on the student lets no account close meanwhile. */
  async change(student: SignedInStudent, changes: ChangeAlertSettings): Promise<Choices> {
    const { timeZone: current } = await this.of(student);
    const timeZone = (await this.known(changes.timeZone)) ?? (await this.known(current)) ?? 'UTC';
    return transaction(this.db, async (tx) => {
      if (!(await this.users.lockOpen(tx, student.id))) throw new AppError('UNAUTHENTICATED');
      const { quietHours, helpToday, mealPeriods, ...chosen } = changes;
      // what is undefined stays, or takes the default of its column
      const columns = {
        ...chosen,
        mealPeriods: mealPeriods && alertPeriod.options.filter((period) => mealPeriods.includes(period)),
        quietFrom: quietHours && minuteOf(quietHours.from),
        quietUntil: quietHours && minuteOf(quietHours.until),
        timeZone,
        helpOn: helpToday === false ? null : helpToday && dayIn(timeZone, this.clock.now()),
      };
      const { affected } = await tx.update(AlertSettings, { studentId: student.id }, columns);
      if (!affected) {
        const { id: studentId, institution } = student;
        await tx.insert(AlertSettings, { studentId, institution, unsubscribeToken: randomUUID(), ...columns });
      }
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

  /** A zone that Node or PostgreSQL does not know would break every wave. */
  private async known(timeZone: string | undefined): Promise<string | undefined> {
    return timeZone && isTimeZone(timeZone) ? knownZone(this.db.manager, timeZone) : undefined;
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

/** As PostgreSQL writes a date. */
const dayIn = (timeZone: string, now: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const two = (value: number) => String(value).padStart(2, '0');
const clockTime = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
