import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Announce, CampusSettings, CampusSignOn, ChangeCampus, WithReason } from '@spareswipe/contract/desk';
import { DataSource } from 'typeorm';
import { AnnouncementsService } from '../people/announcements/announcements.service.js';
import { CampusesService } from '../people/campuses/campuses.service.js';
import { mealTime } from '../delivery/mail/meal-time.js';
import { MailService } from '../delivery/mail/mail.service.js';
import { UsersService } from '../people/users/users.service.js';
import { AppError } from '../platform/common/app-error.js';
import { Clock } from '../platform/common/clock.js';
import { Settings } from '../platform/config/settings.js';
import { providerAt } from '../platform/config/sign-on-providers.js';
import { transaction } from '../platform/database/transaction.js';
import { assertConfirmed, type SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog } from '../people/operators/operator-log.service.js';

/** What operators set for a whole campus, and their announcements to all its students. */
@Injectable()
export class CampusService {
  constructor(
    private readonly db: DataSource,
    private readonly announcements: AnnouncementsService,
    private readonly campuses: CampusesService,
    private readonly clock: Clock,
    private readonly log: OperatorLog,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly settings: Settings,
  ) {}

  /**
   * Replaces the settings of a campus. Throws CAMPUS_CHANGED if they are no longer as the operator loaded them, and
   * CONFIRMATION_REQUIRED for more starting meals without a fresh code: they are credits for everybody who registers.
   */
  async changeCampus(operator: SignedInOperator, institution: string, change: ChangeCampus) {
    const { reason, before: loaded, ...settings } = change;
    assertOwn(operator, institution);
    await transaction(this.db, async (tx) => {
      const before = await this.campuses.lock(tx, institution);
      if (!isDeepStrictEqual(before, loaded)) throw new AppError('CAMPUS_CHANGED');
      const startingMeals = ({ startingMeals }: CampusSettings) => startingMeals ?? this.settings.SIGNUP_CREDITS;
      if (startingMeals(settings) > startingMeals(before)) assertConfirmed(operator, this.clock.now());
      await this.campuses.set(tx, institution, settings);
      const line = { operatorId: operator.id, campus: institution, action: 'change-campus', reason };
      await this.log.write(tx, { ...line, before, after: settings });
    });
    return { message: 'The campus is changed' };
  }

  /**
   * Changes the rules of the sign-on of a campus. If passwords are to end, all its students get a mail, days before. Throws
   * NOT_FOUND where the campus has no sign-on, and CONFIRMATION_REQUIRED without a fresh code.
   */
  async changeSignOn(operator: SignedInOperator, institution: string, { reason, ...after }: CampusSignOn & WithReason) {
    assertOwn(operator, institution);
    const provider = providerAt(this.settings.SIGN_ON, institution);
    if (!provider) throw new AppError('NOT_FOUND');
    assertConfirmed(operator, this.clock.now());
    await transaction(this.db, async (tx) => {
      const before = await this.campuses.setSignOn(tx, institution, after);
      const line = { operatorId: operator.id, campus: institution, action: 'change-sign-on', reason };
      await this.log.write(tx, { ...line, before, after });
      if (!after.requiredFrom || after.requiredFrom === before.requiredFrom) return;
      const { timeZone } = await this.campuses.lock(tx, institution);
      const about = { campus: provider.name, from: mealTime(after.requiredFrom, { timeZone }).text };
      const students = await this.users.withPasswordAt(tx, institution);
      await this.mail.sendAll(
        tx,
        'sign-on-required',
        students.map((to) => ({ to, about })),
      );
    });
    return { message: 'The sign-on of the campus is changed' };
  }

  /**
   * Shows a text to every student of a campus until they dismiss it. A repeated call with the same Idempotency-Key does
   * nothing. The log keeps the text as the reason.
   */
  async announce(operator: SignedInOperator, announcement: Announce, key?: string) {
    const { campus, text } = announcement;
    assertOwn(operator, campus);
    await transaction(this.db, async (tx) => {
      if (!(await this.campuses.exists(tx, campus))) throw new AppError('NOT_FOUND');
      const announcementId = await this.announcements.add(tx, operator.id, announcement, key);
      if (!announcementId) return;
      const line = { operatorId: operator.id, campus, action: 'announce', reason: text };
      await this.log.write(tx, { ...line, after: { announcementId } });
    });
    return { message: 'Your campus reads it from now on' };
  }

  async withdrawAnnouncement(operator: SignedInOperator, id: string, { reason }: WithReason) {
    await transaction(this.db, async (tx) => {
      const before = await this.announcements.withdraw(tx, operator.campus, id);
      if (!before) throw new AppError('NOT_FOUND');
      const line = { operatorId: operator.id, campus: before.campus, action: 'withdraw-announcement', reason };
      await this.log.write(tx, { ...line, before: { announcementId: id, text: before.text } });
    });
    return { message: 'The announcement is gone' };
  }
}

function assertOwn(operator: SignedInOperator, campus: string): void {
  if (operator.campus !== null && operator.campus !== campus) throw new AppError('NOT_FOUND');
}
