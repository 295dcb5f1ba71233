import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { isConnectionLost } from '../database/faults.js';

const BATCH = 10;
const IDLE_MS = 1000;
const EAGER_MS = 25;

export type Job<T> = { id: string; data: T };

/** Why a job failed, without addresses or tokens. `final`: trying again would not help. */
export class JobFailure extends Error {
  constructor(
    readonly reason: string,
    readonly final = false,
  ) {
    super(reason);
  }
}

/** One queue as a worker sees it. */
export interface JobSource<T> {
  fetch(count: number): Promise<Job<T>[]>;
  complete(job: Job<T>): Promise<void>;
  /** Tries the job again later, or gives up on it after the last retry. */
  fail(job: Job<T>, reason: string): Promise<void>;
  /** Gives up on the job now. */
  bury(job: Job<T>, reason: string): Promise<void>;
}

/**
 * Takes the jobs of one queue, ten at a time, and records the outcome of each as soon as it is known. (pg-boss's own `work`
 * settles a batch when its slowest job ended and not again after a lost connection, so mails that went out would go twice;
 * and Stripe's events come from a table that is not pg-boss's.)
 */
export class Worker<T> {
  private readonly stopping = new AbortController();
  private nap = new AbortController();
  private napMs = IDLE_MS;
  private running: Promise<void> | undefined;

  constructor(
    private readonly jobs: JobSource<T>,
    private readonly handle: (job: Job<T>) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Looks for jobs in a moment, since this process is about to commit one. Any number of calls in that time are one look. */
  wake(): void {
    this.nap.abort();
  }

  /** Takes no more jobs and waits for those in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.nap.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.nap = new AbortController(); // before the look, so that a wake during it counts
      const jobs = await this.fetch();
      await Promise.all(jobs.map((job) => this.attempt(job)));
      if (jobs.length === BATCH) continue;
      this.napMs = jobs.length ? EAGER_MS : Math.min(this.napMs * 2, IDLE_MS);
      await rest(this.napMs, this.nap.signal);
      if (!this.nap.signal.aborted) continue;
      this.napMs = EAGER_MS;
      await rest(EAGER_MS, this.stopping.signal);
    }
  }

  /** Never throws: after any fault of the database the worker looks again in a moment. */
  private async fetch(): Promise<Job<T>[]> {
    try {
      return await this.jobs.fetch(BATCH);
    } catch (error) {
      if (!isConnectionLost(error)) this.logger.error(error);
      return [];
    }
  }

  private async attempt(job: Job<T>): Promise<void> {
    const failure = await this.handle(job).then(() => undefined, asFailure);
    if (!failure) return this.record(() => this.jobs.complete(job));
    this.logger.warn({ job: job.id, reason: failure.reason, final: failure.final }, 'job failed');
    const { reason, final } = failure;
    await this.record(() => (final ? this.jobs.bury(job, reason) : this.jobs.fail(job, reason)));
  }

  /** Records the outcome even if the database is away for a while; else a mail that went out would go again. */
  private async record(outcome: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await outcome();
      } catch (error) {
        if (!isConnectionLost(error)) return this.logger.error(error);
        if (this.stopping.signal.aborted) return;
        await rest(500, this.stopping.signal);
      }
    }
  }
}

/** Resolves when the time is over or the signal given. */
const rest = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** An unforeseen error is named by its kind only, since its message may quote an address. */
function asFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  const { name, code } = error as { name?: string; code?: string };
  return new JobFailure([name, code].filter(Boolean).join(' ') || 'unknown');
}
