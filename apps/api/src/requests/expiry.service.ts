import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Quarantine } from '../jobs/quarantine.js';
import { transaction } from '../database/transaction.js';
import { CreditsService } from '../credits/credits.service.js';
import { MailService } from '../mail/mail.service.js';
import type { Meal, Recipient } from '../mail/mails.js';

const BATCH = 200;

/** Gives the meal back when nobody fulfilled a request by its deadline (spec §1). Safe on any number of instances at once. */
@Injectable()
export class ExpiryService {
  private readonly quarantine = new Quarantine('Expiry');

  constructor(
    private readonly db: DataSource,
    private readonly credits: CreditsService,
    private readonly mail: MailService,
  ) {}

  /** Expires all overdue requests that no other instance is at; answers how many. */
  async expireOverdue(): Promise<number> {
    let expired = 0;
    for (;;) {
      const batch = await this.expire(null);
      if (!batch.taken) return expired;
      expired += batch.expired;
    }
  }

  /** One transaction for a batch. If it fails, its halves are tried apart, until the row at fault stands alone. */
  private async expire(among: string[] | null): Promise<{ taken: number; expired: number }> {
    let ids: string[] = [];
    try {
      await transaction(this.db, async (tx) => {
        ids = await lockOverdue(tx, among, this.quarantine.ids());
        const overdue = await markExpired(tx, ids);
        await this.credits.releaseMany(tx, ids);
        await this.mail.refunds(tx, overdue);
      });
      return { taken: ids.length, expired: ids.length };
    } catch (error) {
      const [id] = ids;
      if (id === undefined) throw error;
      if (ids.length === 1) {
        this.quarantine.add(id, error);
        return { taken: 1, expired: 0 };
      }
      const half = Math.ceil(ids.length / 2);
      const first = await this.expire(ids.slice(0, half));
      const second = await this.expire(ids.slice(half));
      return { taken: ids.length, expired: first.expired + second.expired };
    }
  }
}

/** `now()`, not `clock_timestamp()`: the planner then walks the index of deadlines up to it. */
async function lockOverdue(tx: EntityManager, among: string[] | null, except: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM meal_requests
      WHERE status = 'active' AND deadline <= now() AND ($2::uuid[] IS NULL OR id = ANY ($2)) AND id <> ALL ($3)
      ORDER BY deadline, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [BATCH, among, except],
  );
  return rows.map(({ id }) => id);
}

async function markExpired(tx: EntityManager, ids: string[]): Promise<{ to: Recipient; meal: Meal }[]> {
  const [expired] = await tx.query<[{ to: Recipient; meal: Meal }[], number]>(
    `UPDATE meal_requests r SET status = 'expired' FROM students s WHERE r.id = ANY ($1) AND s.id = r.requester_id
     RETURNING json_build_object('name', s.name, 'email', s.email) AS to, json_build_object(
       'mealPeriod', r.meal_period, 'mealDescription', r.meal_description, 'location', r.location,
       'deadline', r.deadline) AS meal`,
    [ids],
  );
  return expired;
}
