import { Injectable } from '@nestjs/common';
import {
  ALERTS_PER_REQUESTER_DAY,
  ALERTS_PER_WAVE,
  firstWaveAt,
  hasWebAddress,
  pauseAfterWave,
} from '@spareswipe/contract';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { pauseOf } from '../../people/campuses/campus-columns.js';
import { Clock } from '../../platform/common/clock.js';
import { Alert, AlertSettings, AlertWave } from '../../platform/database/tables/alert.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import { PushService } from '../../delivery/push/push.service.js';
import { requestColumns, toMailedMeal, type RequestRow } from '../requests/request-columns.js';
import { nextStudents, type AlertedStudent } from './next-students.queries.js';

/**
 * Alerts students who could help with a request, a few at a time, until it is taken, cancelled or over (docs/rules.md#alerts). One
 * wave is one transaction: who was alerted, their mails, and when the next wave is due. So a killed process alerts nobody
 * or everybody of its wave, and of several processes only the one that locked the request's row sends it.
 */
@Injectable()
export class WavesService {
  private readonly quarantine = new Quarantine('Waves');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly mail: MailService,
    private readonly push: PushService,
  ) {}

  /** Sends every wave that is due and that no other process has locked. */
  async sendDue(): Promise<void> {
    while (await this.sendNext());
  }

  private async sendNext(): Promise<boolean> {
    let requestId: string | undefined;
    try {
      await transaction(this.db, async (tx) => {
        const due = await lockDue(tx, this.clock.now(), this.quarantine.ids());
        requestId = due?.requestId;
        if (due) await this.send(tx, due);
      });
    } catch (error) {
      if (requestId === undefined) throw error;
      this.quarantine.add(requestId, error);
    }
    return requestId !== undefined;
  }

  private async send(tx: EntityManager, { requestId, wave }: Due): Promise<void> {
    const now = this.clock.now();
    const request = await readOpen(tx, requestId, now);
    if (!request) {
      await tx.delete(AlertWave, { requestId });
      return;
    }
    const firstAt = firstWaveAt(request);
    if (firstAt > now) return postpone(tx, requestId, wave, firstAt);
    const nextAt = new Date(now.getTime() + pauseAfterWave({ now, deadline: request.deadline }));
    const left = request.isPaused ? 0 : await alertsLeft(tx, request.requesterId, now);
    if (!left) return postpone(tx, requestId, wave, nextAt);
    const size = Math.min(ALERTS_PER_WAVE, left);
    const { publicKey } = this.push;
    const students = await nextStudents(tx, request, { wave: wave + 1, size, now, publicKey });
    await this.enqueue(tx, request, students);
    await postpone(tx, requestId, wave + 1, nextAt);
  }

  /** The one place where an alert becomes messages. */
  private async enqueue(tx: EntityManager, request: RequestRow, students: AlertedStudent[]): Promise<void> {
    const meal = toMailedMeal(request);
    const { _id: requestId, mealPeriod, deadline, campus, mealDescription, location } = meal;
    // a stranger's link would read as ours
    const details = hasWebAddress(`${mealDescription} ${location}`) ? null : { mealDescription, location };
    await this.mail.sendAll(
      tx,
      'meal-wanted',
      students
        .filter(({ byPush }) => !byPush)
        .map(({ name, email, unsubscribeToken, showDetails }) => ({
          to: { name, email },
          about: {
            requestId,
            meal: { mealPeriod, deadline, campus, details: showDetails ? details : null },
            unsubscribeToken,
          },
        })),
    );
    const byPush = students.filter((student) => student.byPush);
    await this.push.send(
      tx,
      byPush.map(({ id }) => ({ kind: 'wanted', to: id, about: { meal } })),
    );
  }

  /** Sends the student a test alert in each way that is switched on. Returns these ways. */
  async sendTest({ id, user }: SignedInStudent): Promise<('push' | 'mail')[]> {
    return transaction(this.db, async (tx) => {
      const devices = await this.push.send(tx, [{ kind: 'test', to: id, about: { isTest: true } }]);
      const pushed = devices ? (['push'] as const) : [];
      const settings = await tx.findOneBy(AlertSettings, { studentId: id, mail: true });
      if (!settings) return [...pushed];
      await this.mail.send(tx, 'alert-test', user, { unsubscribeToken: settings.unsubscribeToken });
      return [...pushed, 'mail'];
    });
  }

  async markOpened(studentId: string, requestId: string): Promise<void> {
    const unopened = { requestId, studentId, openedAt: IsNull() };
    await this.db.manager.update(Alert, unopened, { openedAt: this.clock.now() });
  }

  async forget(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(Alert, { studentId });
  }

  async prune(days: number): Promise<void> {
    await this.db.query('DELETE FROM alerts WHERE alerted_at < now() - make_interval(days => $1)', [days]);
  }
}

interface Due {
  requestId: string;
  /** Waves so far. */
  wave: number;
}

async function lockDue(tx: EntityManager, now: Date, except: string[]): Promise<Due | undefined> {
  const [due] = await queryRows<Due>(
    tx,
    `SELECT request_id AS "requestId", wave FROM alert_waves WHERE due_at <= $1 AND request_id <> ALL ($2)
      ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [now, except],
  );
  return due;
}

/**
 * The request, if it still needs a fulfiller, and whether its campus is paused, so that nobody could accept it. Read
 * after its waves are locked: a release at the same moment must wait before it notes that the request is active again,
 * so no later wave is lost.
 */
async function readOpen(tx: EntityManager, requestId: string, now: Date) {
  const [request] = await queryRows<RequestRow & { isPaused: boolean }>(
    tx,
    `SELECT ${requestColumns}, ${pauseOf('r.institution', '$2')} IS NOT NULL AS "isPaused"
       FROM meal_requests r JOIN students requester ON requester.id = r.requester_id
      WHERE r.id = $1 AND r.status = 'active' AND r.deadline > $2`,
    [requestId, now],
  );
  return request;
}

/** How many more alerts the requests of this mailbox may cause now. Waves that several processes send at once may exceed it by a few. */
async function alertsLeft(tx: EntityManager, requesterId: string, now: Date): Promise<number> {
  const [row] = await queryRows<{ sent: number }>(
    tx,
    `SELECT count(*)::int AS sent FROM students s JOIN students own ON own.mailbox = s.mailbox
       JOIN meal_requests r ON r.requester_id = own.id JOIN alerts a ON a.request_id = r.id
      WHERE s.id = $1 AND a.alerted_at > $2::timestamptz - interval '24 h'`,
    [requesterId, now],
  );
  return Math.max(ALERTS_PER_REQUESTER_DAY - row!.sent, 0);
}

async function postpone(tx: EntityManager, requestId: string, wave: number, dueAt: Date): Promise<void> {
  await tx.update(AlertWave, { requestId }, { wave, dueAt });
}
