import { createHash, ECDH } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PUSH_DEVICES_MAX, type PushDevice, type SubscribeDevice } from '@spareswipe/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError, wrongField } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import type { SignedInStudent } from '../../platform/http/current-student.js';
import { deviceOf } from '../../platform/http/device.js';
import { PushSubscription } from '../../platform/database/tables/push-subscription.entity.js';
import { transaction } from '../../platform/database/transaction.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { PushGateway } from './push.gateway.js';
import { expiryOf, topicOf, type Push } from './pushes.js';

/** The data of one job of the push queue. The device's keys stay in its table, so a removed device gets nothing. */
export interface PushJob {
  deviceId: string;
  push: Push;
  expiresAt: string;
}

/**
 * Students' devices, and enqueueing notifications for them. A worker sends a notification only if the caller's
 * transaction commits, later and in any process, so a push service that is down delays nobody.
 */
@Injectable()
export class PushService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly gateway: PushGateway,
  ) {}

  /** The public half of the key that signs notifications; null where they are not set up. */
  get publicKey(): string | null {
    return this.gateway.publicKey;
  }

  /** The key for browsers to subscribe with, and the devices that subscribed, oldest first. */
  async devices(studentId: string): Promise<{ publicKey: string | null; devices: PushDevice[] }> {
    const rows = await queryRows<DeviceRow>(
      this.db,
      `SELECT ${COLUMNS} FROM push_subscriptions d WHERE student_id = $1 AND ${isLoggedIn('d')} ORDER BY created_at, id`,
      [studentId],
    );
    return { publicKey: this.gateway.publicKey, devices: rows.map(toDevice) };
  }

  /**
   * Sends the student's notifications to this browser from now on. On a shared one they replace those of the student
   * before, under a new id, so that nothing queued for the other student arrives. Over the limit, the oldest device is removed.
   */
  subscribe(
    student: SignedInStudent,
    { endpoint, keys, publicKey }: SubscribeDevice,
    userAgent: string,
  ): Promise<PushDevice> {
    if (!this.gateway.publicKey) throw new AppError('PUSH_NOT_CONFIGURED');
    if (publicKey !== this.gateway.publicKey) throw new AppError('PUSH_KEY_CHANGED');
    if (!this.gateway.mayReach(endpoint)) throw wrongField('endpoint', 'This push service cannot be used');
    assertPublicKey(keys.p256dh);
    const values = [
      newId(),
      student.id,
      student.sessionId,
      endpoint,
      createHash('sha256').update(endpoint).digest(),
      keys.p256dh,
      keys.auth,
      publicKey,
      deviceOf(userAgent),
    ];
    return transaction(this.db, async (tx) => {
      // one after the other, so that the number of devices holds
      await tx.query('SELECT FROM students WHERE id = $1 FOR NO KEY UPDATE', [student.id]);
      const [row] = await queryRows<DeviceRow>(tx, SUBSCRIBE, values);
      if (!row) throw new AppError('UNAUTHENTICATED');
      await tx.query(FORGET_OLDEST, [student.id, PUSH_DEVICES_MAX, row._id]);
      return toDevice(row);
    });
  }

  /** Throws NOT_FOUND for devices of other students, so that ids can't be probed. */
  async unsubscribe(studentId: string, deviceId: string): Promise<void> {
    const { affected } = await this.db.manager.delete(PushSubscription, { id: deviceId, studentId });
    if (!affected) throw new AppError('NOT_FOUND');
  }

  /**
   * Enqueues one job for each device of each student; one about a request replaces an older one about it that still waits.
   * Does nothing for students without a device. Returns the number of jobs. Up to three round trips.
   */
  async send(tx: EntityManager, pushes: Push[]): Promise<number> {
    if (!this.gateway.publicKey || !pushes.length) return 0;
    const devices = await queryRows<{ id: string; studentId: string; mailbox: string }>(
      tx,
      `SELECT d.id, d.student_id AS "studentId", encode(s.mailbox, 'hex') AS mailbox
         FROM push_subscriptions d JOIN students s ON s.id = d.student_id
        WHERE d.student_id = ANY ($1) AND d.public_key = $2 AND ${isLoggedIn('d')}`,
      [[...new Set(pushes.map(({ to }) => to))], this.gateway.publicKey],
    );
    const now = this.clock.now();
    const jobs = pushes.flatMap((push) =>
      devices
        .filter(({ studentId }) => studentId === push.to)
        .map(({ id, mailbox }) => ({
          key: `${id} ${topicOf(push) ?? push.kind}`,
          group: mailbox,
          data: { deviceId: id, push, expiresAt: expiryOf(push, now).toISOString() } satisfies PushJob,
        })),
    );
    await this.jobs.replace(tx, 'push', jobs);
    return jobs.length;
  }

  /** The student logged out on the device: it no longer gets notifications. */
  async forgetSession(sessionId: string): Promise<void> {
    await this.db.manager.delete(PushSubscription, { sessionId });
  }

  /** The student signed out everywhere, or leaves. */
  async forgetAllOf(tx: EntityManager, studentId: string): Promise<void> {
    await tx.delete(PushSubscription, { studentId });
  }

  async prune(): Promise<void> {
    await this.db.query(`DELETE FROM push_subscriptions d WHERE NOT ${isLoggedIn('d')}`);
  }
}

/** Nothing can be encrypted for a key that is not on P-256: every notification to this device would fail. */
function assertPublicKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw wrongField('keys.p256dh', 'The key of this browser cannot be used');
  }
}

/**
 * SQL: whether the session of a device has neither ended nor expired. A session that was not used for days counts, since students
 * who look rarely are the ones to notify (decision 23).
 */
export const isLoggedIn = (device: string): string => `EXISTS (
  SELECT FROM sessions e WHERE e.id = ${device}.session_id AND e.ended_at IS NULL AND e.expires_at > now())`;

interface DeviceRow {
  _id: string;
  name: string;
  createdAt: Date;
  endpointHash: Buffer;
}

const COLUMNS = `id AS "_id", name, created_at AS "createdAt", endpoint_hash AS "endpointHash"`;

/** The lock on the session lets a log-out at the same moment wait, and then delete the device. */
const SUBSCRIBE = `
  INSERT INTO push_subscriptions AS old
    (id, student_id, session_id, endpoint, endpoint_hash, p256dh, auth, public_key, name)
  SELECT $1, $2, e.id, $4, $5, $6, $7, $8, $9
    FROM sessions e WHERE e.id = $3 AND e.student_id = $2 AND e.ended_at IS NULL FOR SHARE OF e
  ON CONFLICT (endpoint_hash) DO UPDATE SET
    id = CASE WHEN old.student_id = excluded.student_id THEN old.id ELSE excluded.id END,
    created_at = CASE WHEN old.student_id = excluded.student_id THEN old.created_at ELSE excluded.created_at END,
    student_id = excluded.student_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    public_key = excluded.public_key, name = excluded.name, failing_since = NULL
  RETURNING ${COLUMNS}`;

const FORGET_OLDEST = `
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT id FROM push_subscriptions WHERE student_id = $1 AND id <> $3
     ORDER BY created_at DESC, id DESC OFFSET $2::int - 1)`;

const toDevice = ({ _id, name, createdAt, endpointHash }: DeviceRow): PushDevice => ({
  _id,
  name,
  createdAt: createdAt.toISOString(),
  endpointHash: endpointHash.toString('base64url'),
});
