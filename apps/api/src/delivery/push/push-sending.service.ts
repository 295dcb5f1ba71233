import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { JobFailure, type Job } from '../../platform/jobs/worker.js';
import { mayStillHear, nextQuietHour } from '../mail/may-still-hear.js';
import { PushGateway, type PushResponse, type Subscriber } from './push.gateway.js';
import { isLoggedIn, type PushJob } from './push.service.js';
import { notificationOf, topicOf, urgencyOf, type Push } from './pushes.js';

/** A device is deleted when every notification to it has failed for this many days. */
const FAILING_DAYS_MAX = 14;
/** Students choose endpoints, and one that never responds holds a slot for 5 s: many slots, and few of them for one mailbox. */
const SENT_AT_ONCE = { slots: 50, perGroup: 2 };

/**
 * Sends the queued notifications, one job for one device. A job that runs twice shows one notification: the second has the
 * same tag and id as the first.
 */
@Injectable()
export class PushSending implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly gateway: PushGateway,
  ) {}

  onApplicationBootstrap(): void {
    if (this.gateway.publicKey) this.jobs.work<PushJob>('push', (job) => this.send(job), SENT_AT_ONCE);
  }

  /** Skips a notification that is too late, no longer wanted or no longer true, or whose device, account or key no longer exists. */
  private async send({ id, data: { deviceId, push, expiresAt } }: Job<PushJob>): Promise<void> {
    const now = this.clock.now();
    if (new Date(expiresAt) <= now) return;
    const device = await this.device(deviceId, push);
    if (!device) return;
    const { details, quietFrom, ...subscriber } = device;
    // a push service that waits for the phone does not know of quiet hours
    const until = Math.min(new Date(expiresAt).getTime(), quietFrom?.getTime() ?? Infinity);
    const delivery = {
      payload: { ...notificationOf(push, { details }), id },
      ttlSeconds: Math.floor((until - now.getTime()) / 1000),
      urgency: urgencyOf(push, now),
      topic: topicOf(push) ?? push.kind,
    };
    const response = await this.gateway.post(subscriber, delivery).catch(async (error: unknown) => {
      await this.recordFailure(deviceId);
      return explain(error as Unreachable);
    });
    await this.record(deviceId, response);
  }

  private async device(id: string, push: Push) {
    const [device] = await this.db.query<(Subscriber & { details: boolean; quietFrom: Date | null })[]>(DEVICE, [
      id,
      push.to,
      this.gateway.publicKey,
      this.clock.now(),
      push.kind,
      'meal' in push.about ? push.about.meal._id : null,
      'matchId' in push.about ? push.about.matchId : null,
    ]);
    return device;
  }

  /** Throws if the notification did not arrive at the push service. */
  private async record(deviceId: string, { status, retryAfterSeconds }: PushResponse): Promise<void> {
    if (status >= 200 && status < 300) {
      await this.db.query(RECORD_SUCCESS, [deviceId]);
      return;
    }
    if (status === 404 || status === 410) {
      // the browser unsubscribed, or its push service gave up on it
      await this.db.query(FORGET, [deviceId]);
      return;
    }
    await this.recordFailure(deviceId);
    const isRefusal = status !== 429 && status < 500;
    throw new JobFailure(`push service ${status}`, isRefusal, isRefusal ? undefined : retryAfterSeconds);
  }

  private async recordFailure(deviceId: string): Promise<void> {
    const now = this.clock.now();
    await this.db.query(RECORD_FAILURE, [deviceId, now]);
    await this.db.query(`${FORGET} AND failing_since < $2::timestamptz - make_interval(days => $3)`, [
      deviceId,
      now,
      FAILING_DAYS_MAX,
    ]);
  }
}

const match = (condition: string) => `EXISTS (SELECT FROM matches m WHERE m.id = $7 AND ${condition})`;
const request = (condition: string) => `EXISTS (SELECT FROM meal_requests r WHERE r.id = $6 AND ${condition})`;
const UNRATED = 'NOT EXISTS (SELECT FROM ratings g WHERE g.match_id = m.id AND g.rater_id = $2)';

/**
 * SQL: whether a notification of the kind `$5`, about the request `$6` and the match `$7`, is still true. It may have waited
 * while its push service was down. What is not listed stays true.
 */
const STILL_TRUE = `CASE $5::text
  WHEN 'wanted' THEN a.push AND ${mayStillHear({ now: '$4', requestId: '$6' })}
  WHEN 'accepted' THEN ${match(`m.status = 'accepted'`)}
  WHEN 'due' THEN ${match(`m.status = 'accepted'`)}
  WHEN 'how-was-it' THEN ${match(`m.status = 'accepted' AND ${UNRATED}`)}
  WHEN 'completed' THEN ${match(`m.status = 'completed' AND ${UNRATED}`)}
  WHEN 'nobody-yet' THEN ${request(`r.status = 'active'`)}
  WHEN 'released' THEN ${request(`r.status IN ('active', 'expired')`)}
  ELSE true END`;

/** An alert respects quiet hours, a notification about the student's own exchange does not. */
const DEVICE = `
  SELECT d.endpoint, d.p256dh, d.auth, coalesce(a.show_details, false) AS details,
         CASE WHEN $5 = 'wanted' THEN ${nextQuietHour('$4')} END AS "quietFrom"
    FROM push_subscriptions d JOIN students s ON s.id = d.student_id LEFT JOIN alert_settings a USING (student_id)
   WHERE ${isLoggedIn('d')} AND d.id = $1 AND d.student_id = $2 AND d.public_key = $3 AND s.deactivated_at IS NULL
     AND ${STILL_TRUE}`;

const RECORD_SUCCESS = 'UPDATE push_subscriptions SET failing_since = NULL WHERE id = $1';
const RECORD_FAILURE = 'UPDATE push_subscriptions SET failing_since = coalesce(failing_since, $2) WHERE id = $1';
const FORGET = 'DELETE FROM push_subscriptions WHERE id = $1';

interface Unreachable {
  code?: string;
  name?: string;
}

/** Keeps only the kind of the failure, since its message may quote the endpoint, a secret. Retries no endpoint that we may not call. */
function explain(error: Unreachable): never {
  const code = error.code ?? error.name ?? 'unknown';
  throw new JobFailure(`push service ${code}`, code === 'ENOTPUBLIC');
}
