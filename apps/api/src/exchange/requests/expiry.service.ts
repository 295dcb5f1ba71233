import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CreditsService } from '../../ledger/credits/credits.service.js';
import { isLockTimeout } from '../../platform/database/faults.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { transaction } from '../../platform/database/transaction.js';
import { Quarantine } from '../../platform/jobs/quarantine.js';
import { MailService } from '../../delivery/mail/mail.service.js';
import type { Recipient } from '../../delivery/mail/mails.js';
import { PushService } from '../../delivery/push/push.service.js';
import { requestColumns, toMailedMeal, type RequestRow } from './request-columns.js';

const BATCH = 200;
const LOCK_WAIT_SECONDS = 2;

/** Expires and refunds requests that nobody fulfilled in time (spec §1). Safe on any number of instances at once. */
@Injectable()
export class ExpiryService {
  private readonly quarantine = new Quarantine('Expiry');

  constructor(
    private readonly db: DataSource,
    private readonly credits: CreditsService,
    private readonly mail: MailService,
    private readonly push: PushService,
  ) {}

  /** Expires all overdue requests that no other transaction has locked. */
  async expireOverdue(): Promise<void> {
    while (await this.expire((tx) => lockOverdue(tx, null, this.quarantine.ids())));
  }

  /**
   * Expires the overdue requests of one student; waits if a sweep, an accept or a cancel has locked one of them. Returns
   * the student's available credits afterwards.
   */
  async settle(studentId: string): Promise<number> {
    await this.expire((tx) => lockOverdueOf(tx, studentId, this.quarantine.ids()));
    return (await this.credits.balances(this.db.manager, studentId)).available;
  }

  /** Expires a batch in one transaction, or if that fails, each of its requests in one. Returns whether there was any. */
  private async expire(lock: (tx: EntityManager) => Promise<string[]>): Promise<boolean> {
    let ids: string[] = [];
    try {
      await transaction(this.db, async (tx) => {
        ids = await lock(tx);
        if (ids.length) await this.refund(tx, ids);
      });
    } catch (error) {
      if (!ids.length || isLockTimeout(error)) throw error;
      await this.quarantine.each(ids, (id) =>
        transaction(this.db, async (tx) => {
          const due = await lockOverdue(tx, [id], []);
          if (due.length) await this.refund(tx, due);
        }),
      );
    }
    return ids.length > 0;
  }

  private async refund(tx: EntityManager, ids: string[]): Promise<void> {
    const overdue = await markExpired(tx, ids);
    await this.credits.lockAccounts(
      tx,
      overdue.map(({ requesterId }) => requesterId),
    );
    await this.credits.releaseMany(tx, ids);
    await this.mail.sendAll(tx, 'refund', overdue);
    await this.push.send(
      tx,
      overdue.map(({ requesterId, about }) => ({ kind: 'refunded', to: requesterId, about })),
    );
  }
}

/** Not `clock_timestamp()`: only with `now()` can PostgreSQL use the index on deadlines. */
async function lockOverdue(tx: EntityManager, among: string[] | null, except: string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    `SELECT id FROM meal_requests
      WHERE status = 'active' AND deadline <= now() AND ($2::uuid[] IS NULL OR id = ANY ($2)) AND id <> ALL ($3)
      ORDER BY deadline, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [BATCH, among, except],
  );
  return rows.map(({ id }) => id);
}

async function lockOverdueOf(tx: EntityManager, studentId: string, except: string[]): Promise<string[]> {
  // each waiting read keeps a connection that other students need
  await tx.query(`SET LOCAL lock_timeout = '${LOCK_WAIT_SECONDS}s'`);
  const rows = await queryRows<{ id: string }>(
    tx,
    `SELECT id FROM meal_requests
      WHERE requester_id = $1 AND status = 'active' AND deadline <= now() AND id <> ALL ($2)
      ORDER BY id FOR NO KEY UPDATE`,
    [studentId, except],
  );
  return rows.map(({ id }) => id);
}

async function markExpired(tx: EntityManager, ids: string[]) {
  const expired = await queryRows<RequestRow & { to: Recipient }>(
    tx,
    `UPDATE meal_requests r SET status = 'expired' FROM students requester
      WHERE r.id = ANY ($1) AND requester.id = r.requester_id
     RETURNING ${requestColumns}, json_build_object('name', requester.name, 'email', requester.email) AS to`,
    [ids],
  );
  return expired.map((row) => ({ requesterId: row.requesterId, to: row.to, about: { meal: toMailedMeal(row) } }));
}
