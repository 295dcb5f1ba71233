import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import PgBoss from 'pg-boss';
import { DataSource, type EntityManager } from 'typeorm';
import type { QueueName } from './queues.js';
import { newId } from '../common/ids.js';
import { transaction } from '../database/transaction.js';
import { Settings } from '../config/settings.js';
import { preparedIn } from '../database/prepared.js';
import { Worker, type Job, type JobSource } from './worker.js';

/** How often jobs of dead workers are looked for. */
export const MAINTENANCE_SECONDS = 10;

/**
 * Jobs in PostgreSQL (pg-boss). A job is enqueued in the transaction of the work that asks for it, so it exists exactly
 * if that work was committed. Every API process works on all queues.
 */
@Injectable()
export class Jobs implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly workers = new Map<QueueName, Pick<Worker<object>, 'wake' | 'stop'>>();
  private readonly boss: PgBoss;

  constructor(
    { DATABASE_URL }: Settings,
    private readonly db: DataSource,
  ) {
    this.boss = new PgBoss({
      connectionString: DATABASE_URL,
      application_name: 'spareswipe-jobs',
      max: 3,
      migrate: false,
      schedule: false,
      maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
      // finished mails name people
      archiveCompletedAfterSeconds: 10 * 60,
      deleteAfterMinutes: 1,
    });
    // also the pool's: a lost connection is opened again by the next query
    this.boss.on('error', (error) => this.logger.warn(error));
  }

  async onModuleInit(): Promise<void> {
    await this.boss.start();
  }

  /** Enqueues jobs in the transaction `tx`, in one round trip. Their ids tell a redelivery from a new job. */
  async send(tx: EntityManager, name: QueueName, jobs: object[]): Promise<void> {
    if (!jobs.length) return;
    const rows = jobs.map((data) => ({ id: newId(), name, data }));
    const db = executor(tx, 'enqueue jobs');
    await this.boss.insert(rows, { db });
    if (db.affected !== rows.length) throw new Error(`queue ${name} took ${db.affected} of ${rows.length} jobs`);
    this.workers.get(name)?.wake();
  }

  /** Hands the jobs of a queue to `handle` until the process stops. */
  work<T extends object>(name: QueueName, handle: (job: Job<T>) => Promise<void>): void {
    const worker = new Worker<T>(this.source(name), handle, this.logger);
    this.workers.set(name, worker);
    worker.start();
  }

  /** How many jobs of a queue nobody has taken yet. */
  async waiting(name: QueueName): Promise<number> {
    return this.boss.getQueueSize(name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.stop()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** pg-boss takes every error for "nothing to do"; the worker shall hear of it. */
  private async fetch<T extends object>(name: QueueName, batchSize: number): Promise<Job<T>[]> {
    let failure: unknown;
    const db = {
      executeSql: (text: string, values: unknown[]) =>
        this.boss
          .getDb()
          .executeSql(text, values)
          .catch((error: unknown) => {
            failure = error;
            throw error;
          }),
    };
    const jobs = await this.boss.fetch<T>(name, { batchSize, db });
    if (failure instanceof Error) throw failure;
    return jobs;
  }

  private source<T extends object>(name: QueueName): JobSource<T> {
    return {
      fetch: (batchSize) => this.fetch<T>(name, batchSize),
      complete: (job) => this.boss.complete(name, job.id),
      fail: (job, reason) => this.boss.fail(name, job.id, { reason }),
      bury: (job, reason) =>
        transaction(this.db, async (tx) => {
          await this.send(tx, 'mail-dead', [{ ...job.data, reason }]);
          await this.boss.complete(name, job.id, { reason }, { db: executor(tx, 'complete job') });
        }),
    };
  }
}

/** Lets pg-boss make one statement through a TypeORM transaction. */
function executor(tx: EntityManager, name: string) {
  return {
    affected: 0,
    async executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
      const { rows, rowCount } = await preparedIn(tx, { name, text }, values);
      this.affected = rowCount ?? 0;
      return { rows };
    },
  };
}
