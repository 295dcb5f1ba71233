import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { tracedJob } from '../common/tracing.js';
import { waits } from '../common/waits.js';
import { isConnectionLost } from '../database/faults.js';

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

export interface JobSource<T> {
  /** Its name in traces. */
  queue: string;
  fetch(count: number): Promise<Job<T>[]>;
  complete(job: Job<T>): Promise<void>;
  /** Retries the job later; moves it to the dead letters after the last retry, or if the failure is final. */
  fail(job: Job<T>, failure: JobFailure): Promise<void>;
}

/**
 * Runs up to `slots` jobs of one queue at a time and takes the next as soon as one ends, so that a slow job delays no other.
 * Records each outcome as soon as it is known (docs/decisions/0025-machinery-of-our-own.md).
 */
export class Worker<T> {
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private pauseMs = waits.idleQueue;
  private loop: Promise<void> | undefined;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly jobs: JobSource<T>,
    private readonly handle: (job: Job<T>) => Promise<void>,
    private readonly logger: Logger,
    private readonly slots = SLOTS,
  ) {}

  start(): void {
    this.loop ??= this.run();
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
    while (!this.stopping.signal.aborted) {
      this.waking = new AbortController(); // before the fetch, so that a wake during it counts
      const free = this.slots - this.running.size;
      const jobs = await this.fetch(free);
      for (const job of jobs) this.begin(job);
      if (jobs.length === free) {
        await Promise.race(this.running);
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
  private async fetch(count: number): Promise<Job<T>[]> {
    try {
      return await this.jobs.fetch(count);
    } catch (error) {
      if (!isConnectionLost(error)) this.logger.error(error);
      return [];
    }
  }

  private async attempt(job: Job<T>): Promise<void> {
    const { traceparent } = job.data as { traceparent?: string };
    const work = () => this.handle(job);
    const failure = await tracedJob(this.jobs.queue, traceparent, work).then(() => undefined, asFailure);
    if (!failure) return this.record(() => this.jobs.complete(job));
    this.logger.warn({ job: job.id, reason: failure.reason, final: failure.final }, 'job failed');
    await this.record(() => this.jobs.fail(job, failure));
  }

  /** Retries while the database is unreachable; otherwise a sent mail would be sent again. */
  private async record(outcome: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await outcome();
      } catch (error) {
        if (!isConnectionLost(error)) return this.logger.error(error);
        if (this.stopping.signal.aborted) return;
        await pause(500, this.stopping.signal);
      }
    }
  }
}

/** Resolves after this time, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);

/** Keeps only the kind of an unexpected error, since its message may quote an address. */
function asFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const { name, code } = error as { name?: string; code?: string };
  return new JobFailure([name, code].filter(Boolean).join(' ') || 'unknown');
}
