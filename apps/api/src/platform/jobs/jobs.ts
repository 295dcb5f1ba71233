import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { PgBoss, type JobInsert } from 'pg-boss';
import { DataSource, type EntityManager } from 'typeorm';
import { deadLetterQueue, SUPERVISION_SECONDS, type QueueName } from './queues.js';
import { newId } from '../common/ids.js';
import { Settings } from '../config/settings.js';
import { poolOptions } from '../database/pool-options.js';
import { queryRows } from '../database/query-rows.js';
import { Worker, type Job } from './worker.js';

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
      ...poolOptions(DATABASE_URL),
      application_name: 'spareswipe-jobs',
      max: 3,
      migrate: false,
      schedule: false,
      registerInstance: false,
      openTelemetry: { enabled: false }, // pg-boss has it on by default
      // both at the same interval: supervision expires jobs only in queues that are due for monitoring
      superviseIntervalSeconds: SUPERVISION_SECONDS,
      monitorIntervalSeconds: SUPERVISION_SECONDS,
      // how often finished jobs are deleted
      maintenanceIntervalSeconds: 60,
    });
    // Includes errors of the pool: after a lost connection the next query opens a new one. The library copies what an error
    // has, among it the connection with its secret.
    this.boss.on('error', ({ message }) => this.logger.warn(message));
  }

  async onModuleInit(): Promise<void> {
    await this.boss.start();
  }

  /**
   * Enqueues jobs in the transaction `tx`, in one round trip. A job keeps its id when it is delivered again. Groups
   * take turns, and `work` can limit the jobs of one `group`.
   */
  async send(tx: EntityManager, name: QueueName, jobs: object[], group?: string): Promise<void> {
    if (!jobs.length) return;
    await this.insert(
      tx,
      name,
      jobs.map((data) => ({ id: newId(), data, ...(group && { group: { id: group } }) })),
    );
    this.workers.get(name)?.wake();
  }

  /** Enqueues jobs that start after `seconds`, in one round trip. The caller chooses their ids, for `withdraw`. */
  async sendLater(tx: EntityManager, name: QueueName, jobs: { id: string; data: object }[], seconds: number) {
    if (jobs.length)
      await this.insert(
        tx,
        name,
        jobs.map((job) => ({ ...job, startAfter: seconds })),
      );
  }

  /**
   * Enqueues jobs, each in the place of those with its key that no worker has taken. One that a worker has taken gets no other
   * try. Two round trips.
   */
  async replace(
    tx: EntityManager,
    name: QueueName,
    jobs: { key: string; group: string; data: object }[],
  ): Promise<void> {
    if (!jobs.length) return;
    await queryRows(tx, FORGET, [name, jobs.map(({ key }) => key)]);
    await this.insert(
      tx,
      name,
      jobs.map(({ key, group, data }) => ({ id: newId(), singletonKey: key, group: { id: group }, data })),
    );
    this.workers.get(name)?.wake();
  }

  /**
   * Deletes those of these jobs that are still waiting, also for a retry. Returns the ids of those that no worker ever took.
   * Waits for a worker that is taking one of them at this moment: a job that it took is not returned, and runs.
   */
  async withdraw(tx: EntityManager, name: QueueName, ids: string[]): Promise<string[]> {
    const rows = await queryRows<{ id: string; state: string }>(tx, WITHDRAW, [name, ids]);
    return rows.filter(({ state }) => state === 'created').map(({ id }) => id);
  }

  /**
   * Calls `handle` with each job of a queue until the process stops, with at most `slots` at once. Takes no job of a group of
   * which `perGroup` are running in any process; two processes that look at the same moment may take as many each.
   */
  work<T extends object>(
    name: QueueName,
    handle: (job: Job<T>) => Promise<void>,
    limits: { slots?: number; perGroup?: number } = {},
  ): void {
    const worker = new Worker(this.boss, this.db, name, handle, limits);
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

  /** Asks on a connection of the workers, which the calls of this process don't use up. */
  async query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]> {
    const { rows } = await this.boss.getDb().executeSql(sql, parameters);
    return rows as Row[];
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.stop()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  private async insert(tx: EntityManager, queue: string, jobs: JobInsert[]): Promise<void> {
    const ids = await this.boss.insert(queue, jobs, { db: executor(tx, `enqueue in ${queue}`), returnId: true });
    if (ids?.length !== jobs.length) throw new Error(`queue ${queue} took ${ids?.length} of ${jobs.length} jobs`);
  }

  private async count(queue: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int FROM pgboss.job WHERE name = $1 AND state < 'active'`,
      [queue],
    );
    return row!.count;
  }
}

const WITHDRAW = {
  name: 'withdraw jobs',
  text: `DELETE FROM pgboss.job WHERE name = $1 AND id = ANY ($2) AND state < 'active' RETURNING id, state`,
};

const FORGET = {
  name: 'replace jobs',
  text: `WITH waiting AS (DELETE FROM pgboss.job WHERE name = $1 AND singleton_key = ANY ($2) AND state < 'active')
    UPDATE pgboss.job SET retry_limit = retry_count, dead_letter = NULL
     WHERE name = $1 AND singleton_key = ANY ($2) AND state = 'active'`,
};

/** Lets pg-boss run one statement in a TypeORM transaction. */
const executor = (tx: EntityManager, name: string) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await queryRows(tx, { name, text }, values) }),
});
