import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { poolOptions } from './pool-options.js';
import { queryRows, type Prepared } from './query-rows.js';

/** How long a read waits for the replica to catch up. A replica in use is behind by a few milliseconds. */
const WAIT_MS = 50;
const POLL_MS = 2;
/** A replica that takes longer may be gone, so the primary is read. */
const QUERY_MS = 2000;
/** After a failed read all reads use the primary for this long, so that a replica that is down slows few calls. */
const COOLDOWN_MS = 5000;

const REPLAYED = {
  name: 'replayed',
  text: `
    SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasReplayed"`,
};
type Replayed = { isReplica: boolean; hasReplayed: boolean | null };

/** Why the primary is read, as the log says it. */
const UNFIT = {
  behind: 'the replica is behind',
  no_replica: 'READ_DATABASE_URL names no replica',
  failed: 'the replica is away',
};
type Unfit = keyof typeof UNFIT;

/**
 * Reads that a replica may serve (docs/decisions/0016-reads-from-a-replica.md). A read is as new as one from
 * the primary when the call began; if the replica can't serve that, the primary is read.
 */
@Injectable()
export class Reads implements OnModuleDestroy {
  readonly outcomes = new Counter({
    name: 'replica_reads_total',
    help: 'Reads that a replica may serve: by the replica, or why by the primary',
    labelNames: ['outcome'],
    registers: [],
  });
  private readonly logger = new Logger('Replica');
  private readonly replica: pg.Pool | undefined;
  private cooldown = { until: 0, outcome: '' };

  constructor(
    { READ_DATABASE_URL: url, DATABASE_POOL_SIZE: max }: Settings,
    private readonly db: DataSource,
  ) {
    if (!url) return;
    const options = poolOptions(url, { isReplica: true });
    this.replica = new pg.Pool({ ...options, max, query_timeout: QUERY_MS, application_name: 'spareswipe-reads' });
    this.replica.on('error', () => undefined); // an idle connection broke; the pool drops it
  }

  get hasReplica(): boolean {
    return this.replica !== undefined;
  }

  /** `asOf`: the position that the replica must have replayed; null reads the primary. */
  async rows<Row extends pg.QueryResultRow>(
    asOf: string | null,
    statement: Prepared,
    values: unknown[],
  ): Promise<Row[]> {
    const fromReplica =
      this.replica && asOf !== null && (await this.fromReplica<Row>(this.replica, asOf, statement, values));
    return fromReplica || queryRows<Row>(this.db, statement, values);
  }

  /** Bytes that the replica still has to replay; undefined if it is not a replica. Throws if either server does not respond. */
  async replicaBehind(): Promise<number | undefined> {
    const [primary] = await this.db.query<{ at: string }[]>('SELECT pg_current_wal_flush_lsn() AS at');
    const { rows } = await this.replica!.query<{ bytes: number }>(
      'SELECT greatest($1::pg_lsn - pg_last_wal_replay_lsn(), 0)::float8 AS bytes WHERE pg_is_in_recovery()',
      [primary!.at],
    );
    return rows[0]?.bytes;
  }

  async onModuleDestroy(): Promise<void> {
    await this.replica?.end();
  }

  /** Returns undefined if the replica can't serve the read. Never throws: a wrong statement fails on the primary. */
  private async fromReplica<Row extends pg.QueryResultRow>(
    replica: pg.Pool,
    asOf: string,
    { name, text }: Prepared,
    values: unknown[],
  ): Promise<Row[] | undefined> {
    if (Date.now() < this.cooldown.until) return this.skip(this.cooldown.outcome);
    // as many reads wait as there are connections: the replica is busy, not broken
    if (replica.waitingCount >= replica.options.max) return this.skip('busy');
    let client: pg.PoolClient | undefined;
    try {
      client = await replica.connect();
      const unfit = await this.unfit(client, asOf);
      const rows = unfit ? [] : (await client.query<Row>({ name, text, values })).rows;
      client.release();
      if (unfit) return this.coolDown(unfit);
      this.outcomes.inc({ outcome: 'replica' });
      return rows;
    } catch (error) {
      client?.release(true);
      return this.coolDown('failed', error);
    }
  }

  /** Why the replica can't be read. A promoted standby keeps its last replayed position, but its later writes are its own. */
  private async unfit(client: pg.PoolClient, asOf: string): Promise<Unfit | undefined> {
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      const isLast = performance.now() > giveUpAt; // decided before the query, so that even a slow replica is asked twice
      const { rows } = await client.query<Replayed>({ ...REPLAYED, values: [asOf] });
      const { isReplica, hasReplayed } = rows[0]!;
      if (!isReplica) return 'no_replica';
      if (hasReplayed) return undefined;
      if (isLast) return 'behind';
      await pause(POLL_MS);
    }
  }

  private coolDown(outcome: Unfit, error?: unknown): undefined {
    const now = Date.now();
    if (now >= this.cooldown.until) this.logger.warn({ err: error }, UNFIT[outcome]);
    this.cooldown = { until: now + COOLDOWN_MS, outcome };
    this.skip(outcome);
  }

  private skip(outcome: string): undefined {
    this.outcomes.inc({ outcome });
  }
}
