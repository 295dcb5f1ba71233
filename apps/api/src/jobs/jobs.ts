import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { DataSource, type EntityManager } from 'typeorm';
import { deadLetterQueue, SUPERVISION_SECONDS, type QueueName } from './queues.js';
import { newId } from '../common/ids.js';
import { transaction } from '../database/transaction.js';
import { Settings } from '../config/settings.js';
import { preparedIn } from '../database/prepared.js';
import { Worker, type Job, type JobSource } from './worker.js';

/**
 * Jobs in PostgreSQL (pg-boss). A job is enqueued in the transaction that causes it, so it exists exactly if that was
 * committed. Every API process works on all queues.
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
      registerInstance: false,
      // both at the same interval: supervision expires jobs only in queues that are due for monitoring
      superviseIntervalSeconds: SUPERVISION_SECONDS,
      monitorIntervalSeconds: SUPERVISION_SECONDS,
      // how often finished jobs are deleted
      maintenanceIntervalSeconds: 60,
    });
    // includes errors of the pool: after a lost connection the next query opens a new one
    this.boss.on('error', (error) => this.logger.warn(error));
  }

  async onModuleInit(): Promise<void> {
    await this.boss.start();
  }

  /** Enqueues jobs in the transaction `tx`, in one round trip. A job keeps its id when it is delivered again. */
  async send(tx: EntityManager, name: QueueName, jobs: object[]): Promise<void> {
    if (!jobs.length) return;
    await this.insert(tx, name, jobs);
    this.workers.get(name)?.wake();
  }

  /** Calls `handle` with each job of a queue until the process stops. */
  work<T extends object>(name: QueueName, handle: (job: Job<T>) => Promise<void>): void {
    const worker = new Worker<T>(this.source(name), handle, this.logger);
    this.workers.set(name, worker);
    worker.start();
  }

  /** How many jobs of a queue no worker has taken yet. */
  waiting(name: QueueName): Promise<number> {
    return this.count(name);
  }

  /** How many jobs of a queue failed for good. */
  dead(name: QueueName): Promise<number> {
    return this.count(deadLetterQueue(name));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.stop()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  private async insert(tx: EntityManager, queue: string, jobs: object[]): Promise<void> {
    const rows = jobs.map((data) => ({ id: newId(), data }));
    const ids = await this.boss.insert(queue, rows, { db: executor(tx, `enqueue in ${queue}`), returnId: true });
    if (ids?.length !== rows.length) throw new Error(`queue ${queue} took ${ids?.length} of ${rows.length} jobs`);
  }

  private async count(queue: string): Promise<number> {
    const { rows } = await this.boss
      .getDb()
      .executeSql(`SELECT count(*)::int FROM pgboss.job WHERE name = $1 AND state < 'active'`, [queue]);
    return (rows as { count: number }[])[0]!.count;
  }

  private source<T extends object>(name: QueueName): JobSource<T> {
    return {
      fetch: (batchSize) => this.boss.fetch<T>(name, { batchSize }),
      complete: async (job) => {
        await this.boss.complete(name, job.id);
      },
      fail: async (job, reason) => {
        await this.boss.fail(name, job.id, { reason });
      },
      deadLetter: (job, reason) =>
        transaction(this.db, async (tx) => {
          await this.insert(tx, deadLetterQueue(name), [{ ...job.data, reason }]);
          await this.boss.complete(name, job.id, { reason }, { db: executor(tx, `complete in ${name}`) });
        }),
    };
  }
}

/** Lets pg-boss run one statement in a TypeORM transaction. */
const executor = (tx: EntityManager, name: string) => ({
  executeSql: async (text: string, values?: unknown[]) => preparedIn(tx, { name, text }, values ?? []),
});
