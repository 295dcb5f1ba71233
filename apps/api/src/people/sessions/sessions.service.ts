import { Injectable, Logger } from '@nestjs/common';
import type { SessionInfo } from '@spareswipe/contract';
import { DataSource, IsNull, LessThan, MoreThan, type EntityManager } from 'typeorm';
import { pauseOf } from '../campuses/campus-columns.js';
import { Clock } from '../../platform/common/clock.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { newId } from '../../platform/common/ids.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { Session, type CampusSession } from '../../platform/database/tables/session.entity.js';
import { PushService } from '../../delivery/push/push.service.js';
import { accountColumns, toUser, type AccountRow } from '../users/student-account.js';
import { deviceOf } from '../../platform/http/device.js';
import { SessionTokens, type Claims } from './session-tokens.js';

export type { CampusSession };

const DAY_MS = 24 * 60 * 60 * 1000;
const ABSOLUTE_DAYS = 30;
const IDLE_DAYS = 7;
/** Records use at most this often, so that a busy session does not write on every request. */
const RECORD_USE_AFTER_MS = 5 * 60 * 1000;
const USER_AGENT_MAX = 300;
/** Far more than anybody has devices: the list of them is read whole. */
const OPEN_MAX = 200;

const END_LEAST_USED = `
  UPDATE sessions SET ended_at = $2 WHERE id = (
    SELECT id FROM sessions WHERE student_id = $1 AND ended_at IS NULL ORDER BY last_used_at DESC OFFSET $3 LIMIT 1)`;

const SIGNED_IN = {
  name: 'signed-in-student',
  text: `
    SELECT ${accountColumns}, e.last_used_at AS "lastUsedAt",
           CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() END AS "asOf",
           EXISTS (SELECT FROM meal_requests r WHERE r.requester_id = s.id AND r.status = 'active'
                      AND r.deadline <= now()) AS "hasOverdueRequests",
           ${pauseOf('s.institution', '$1')} AS pause
      FROM sessions e JOIN students s ON s.id = e.student_id
     WHERE e.id = $2 AND e.student_id = $3 AND e.ended_at IS NULL AND e.expires_at > $1 AND e.last_used_at > $4
       AND s.deactivated_at IS NULL`,
};

interface SignedInRow extends AccountRow {
  lastUsedAt: Date;
  asOf: string | null;
  hasOverdueRequests: boolean;
  pause: SignedInStudent['pause'];
}

/** Sessions of students. The row decides, so ending it ends the token on every instance at once. */
@Injectable()
export class SessionsService {
  private readonly logger = new Logger('Sessions');

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
    private readonly push: PushService,
  ) {}

  /**
   * Starts a session, for 30 days or until 7 days go by without use; of 200 open ones, the one used longest ago ends. Returns its
   * bearer token.
   */
  async start(tx: EntityManager, studentId: string, userAgent = '', campus?: CampusSession): Promise<string> {
    const [id, now] = [newId(), this.clock.now()];
    await tx.query(END_LEAST_USED, [studentId, now, OPEN_MAX - 1]);
    await tx.insert(Session, {
      id,
      studentId,
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + ABSOLUTE_DAYS * DAY_MS),
      ...campus,
    });
    return this.tokens.sign({ sub: studentId, sid: id });
  }

  /** The student of a live session, with balance and strikes. Every signed-in request runs this query first. */
  async student({ sub, sid }: Claims): Promise<SignedInStudent | undefined> {
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - IDLE_DAYS * DAY_MS);
    const [row] = await queryRows<SignedInRow>(this.db, SIGNED_IN, [now, sid, sub, idleSince]);
    if (!row) return undefined;
    if (now.getTime() - row.lastUsedAt.getTime() > RECORD_USE_AFTER_MS) this.recordUse(sid, now);
    const { id, institution, hasOverdueRequests, asOf, pause } = row;
    return { id, sessionId: sid, institution, user: toUser(row), hasOverdueRequests, asOf, pause };
  }

  async end(sessionId: string): Promise<void> {
    await this.db.manager.update(Session, { id: sessionId, endedAt: IsNull() }, { endedAt: this.clock.now() });
    await this.push.forgetSession(sessionId);
  }

  /** Ends the session. Returns where the browser ends the one at the campus, if it began with one. */
  async logOut(sessionId: string): Promise<string | undefined> {
    await this.end(sessionId);
    return (await this.db.manager.findOneBy(Session, { id: sessionId }))?.campusLogOut ?? undefined;
  }

  /** Ends all that began with this session at the campus. */
  async endAllOfCampusSession(campusSession: string): Promise<void> {
    const sessions = await this.db.manager.findBy(Session, { campusSession, endedAt: IsNull() });
    for (const { id } of sessions) await this.end(id);
  }

  async endAll(tx: EntityManager, studentId: string): Promise<void> {
    await tx.update(Session, { studentId, endedAt: IsNull() }, { endedAt: this.clock.now() });
    await this.push.forgetAllOf(tx, studentId);
  }

  /** The open sessions end after this time at the latest. */
  async endWithin(tx: EntityManager, studentId: string, ms: number): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + ms);
    await tx.update(Session, { studentId, endedAt: IsNull(), expiresAt: MoreThan(expiresAt) }, { expiresAt });
  }

  endEverywhere(studentId: string): Promise<void> {
    return this.endAll(this.db.manager, studentId);
  }

  async prune(days: number): Promise<void> {
    await this.db.query(`DELETE FROM sessions WHERE least(ended_at, expires_at) < now() - make_interval(days => $1)`, [
      days,
    ]);
  }

  /** Where the student is logged in, the latest use first. */
  async list({ id, sessionId }: SignedInStudent): Promise<SessionInfo[]> {
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - IDLE_DAYS * DAY_MS);
    const sessions = await this.db.manager.find(Session, {
      where: { studentId: id, endedAt: IsNull(), expiresAt: MoreThan(now), lastUsedAt: MoreThan(idleSince) },
      order: { lastUsedAt: 'DESC' },
    });
    return sessions.map((session) => ({
      _id: session.id,
      device: deviceOf(session.userAgent ?? ''),
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      current: session.id === sessionId,
    }));
  }

  /** Runs in the background; its failure must not fail the request. */
  private recordUse(sessionId: string, now: Date): void {
    this.db.manager
      .update(Session, { id: sessionId, lastUsedAt: LessThan(now) }, { lastUsedAt: now })
      .catch((error: unknown) => this.logger.warn(error));
  }
}
