import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import type { DataSource } from 'typeorm';
import { waits } from '../common/waits.js';
import { isConnectionLost } from '../database/faults.js';
import type { QueueName } from './queues.js';

const SLOTS = 10;
const SHORTEST_PAUSE_MS = 25;

export type Job<T> = { id: string; data: T };

/**
 * Why a job failed, without addresses or tokens. `final`: a retry would not help. `retryAfterSeconds`: the next try
 * waits at least this long, and never shorter than the queue's back-off.
 */
export class JobFailure extends Error {
  constructor(
    readonly reason: string,
    readonly final = false,
    readonly retryAfterSeconds?: number,
  ) {
    super(reason);
  }
}

/**
 * Runs up to `slots` jobs of one queue at a time and takes the next as soon as one ends, so that a slow job delays no other. While
 * more jobs wait than can run, a group that was just served waits for the others, so that one with many jobs delays none.
 * Records each outcome as soon as it is known (docs/decisions/0025-machinery-of-our-own.md).
 */
export class Worker<T extends object> {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private pauseMs = waits.idleQueue;
  private loop: Promise<void> | undefined;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly boss: PgBoss,
    private readonly db: DataSource,
    private readonly queue: QueueName,
    private readonly handle: (job: Job<T>) => Promise<void>,
    private readonly limits: { slots?: number; perGroup?: number },
  ) {}

  start(): void {
    this.loop = this.run();
  }

  /** Fetches in a moment, because this process is about to commit a job. All calls until then share one fetch. */
  wake(): void {
    this.waking.abort();
  }

  /** Stops taking jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.waking.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    let served: string[] = [];
    while (!this.stopping.signal.aborted) {
      this.waking = new AbortController(); // before the fetch, so that a wake during it counts
      const free = (this.limits.slots ?? SLOTS) - this.running.size;
      const jobs = await this.fetch(free, served);
      for (const job of jobs) this.begin(job);
      if (jobs.length === free) {
        served = jobs.flatMap(({ groupId }) => groupId ?? []);
        await Promise.race(this.running);
        continue;
      }
      if (served.length) {
        served = [];
        continue;
      }
      this.pauseMs = jobs.length ? SHORTEST_PAUSE_MS : Math.min(this.pauseMs * 2, waits.idleQueue);
      await pause(this.pauseMs, this.waking.signal);
      if (!this.waking.signal.aborted) continue;
      this.pauseMs = SHORTEST_PAUSE_MS;
      await pause(SHORTEST_PAUSE_MS, this.stopping.signal);
    }
    await Promise.all(this.running);
  }

  private begin(job: Job<T>): void {
    const attempt = this.attempt(job).finally(() => this.running.delete(attempt));
    this.running.add(attempt);
  }

  /** Never throws: after any database error the worker fetches again in a moment. */
  private async fetch(batchSize: number, ignoreGroups: string[]) {
    try {
      return await this.boss.fetch<T>(this.queue, { batchSize, ignoreGroups, groupConcurrency: this.limits.perGroup });
    } catch (error) {
      if (!isConnectionLost(error)) this.logger.error(error);
      return [];
    }
  }

  private async attempt(job: Job<T>): Promise<void> {
    const failure = await this.handle(job).then(() => undefined, asFailure);
    if (!failure) return this.record(() => this.boss.complete(this.queue, job.id));
    this.logger.warn({ job: job.id, reason: failure.reason, final: failure.final }, 'job failed');
    await this.record(() => this.fail(job, failure));
  }

  /** Retries the job later; moves it to the dead letters after the last retry, or if the failure is final. */
  private async fail({ id }: Job<T>, { reason, final, retryAfterSeconds }: JobFailure): Promise<void> {
    if (final) await this.db.query(NO_RETRY, [this.queue, id]);
    await this.boss.fail(this.queue, id, { reason });
    if (retryAfterSeconds !== undefined) await this.db.query(POSTPONE, [this.queue, id, retryAfterSeconds]);
  }

  /** Retries while the database is unreachable; otherwise a sent mail would be sent again. */
  private async record(outcome: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await outcome();
        return;
      } catch (error) {
        if (!isConnectionLost(error)) return this.logger.error(error);
        if (this.stopping.signal.aborted) return;
        await pause(500, this.stopping.signal);
      }
    }
  }
}

/** pg-boss then moves the job to the dead letters when it fails. */
const NO_RETRY = 'UPDATE pgboss.job SET retry_limit = retry_count WHERE name = $1 AND id = $2';

/** Only ever later than pg-boss's own wait, which grows with each failure. */
const POSTPONE = `UPDATE pgboss.job SET start_after = greatest(start_after, now() + make_interval(secs => $3))
  WHERE name = $1 AND id = $2 AND state = 'retry'`;

/** Resolves after this time, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);

/** Keeps only the kind of an unexpected error, since its message may quote an address. */
function asFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const { name, code } = error as { name?: string; code?: string };
  return new JobFailure([name, code].filter(Boolean).join(' ') || 'unknown');
}
