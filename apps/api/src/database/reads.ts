import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';
import { Settings } from '../config/settings.js';
import { poolOptions } from './pool-options.js';
import { prepared, type Prepared } from './prepared.js';

/** How long a read waits for the replica to catch up. A replica in use is behind by a few milliseconds. */
const WAIT_MS = 50;
const POLL_MS = 2;
/** A replica that takes longer may be gone, so the primary is read. */
const QUERY_MS = 2000;
/** After a failed read all reads use the primary for this long, so that a replica that is down slows few calls. */
const COOLDOWN_MS = 5000;
/** Lists compare deadlines with the clock of the server that reads, so a replica with a wrong clock is not used. */
const CLOCK_MS = 1000;

const REPLAYED = {
  name: 'replayed',
  text: `SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "hasReplayed", clock_timestamp() AS now`,
};

/**
 * Reads that a replica may serve (docs/decisions/0027-reads-from-a-replica.md). A read is as new as one from
 * the primary when the call began; if the replica can't serve that, the primary is read.
 */
@Injectable()
export class Reads implements OnModuleDestroy {
  readonly outcomes = new Counter({
    name: 'replica_reads_total',
    help: 'Reads that a replica may serve: by the replica, or by the primary because it was behind, failed or was busy',
    labelNames: ['outcome'],
    registers: [],
  });
  private readonly logger = new Logger('Replica');
  private readonly replica: pg.Pool | undefined;
  private cooldown = { until: 0, outcome: '' };

  constructor(
    { READ_DATABASE_URL: url, DATABASE_POOL_SIZE: max }: Settings,
    private readonly db: DataSource,
    private readonly clock: Clock,
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
    return fromReplica || prepared<Row>(this.db, statement, values);
  }

  /** Bytes that the replica still has to replay. Throws if either server does not respond. */
  async replicaBehind(): Promise<number> {
    const [primary] = await this.db.query<{ at: string }[]>('SELECT pg_current_wal_flush_lsn() AS at');
    const { rows } = await this.replica!.query<{ bytes: number }>(
      'SELECT greatest($1::pg_lsn - pg_last_wal_replay_lsn(), 0)::float8 AS bytes',
      [primary!.at],
    );
    return rows[0]!.bytes;
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
      const isUsable = await this.hasReplayed(client, asOf);
      const rows = isUsable ? (await client.query<Row>({ name, text, values })).rows : undefined;
      client.release();
      if (!rows) return this.coolDown('behind');
      this.outcomes.inc({ outcome: 'replica' });
      return rows;
    } catch (error) {
      client?.release(true);
      return this.coolDown('failed', error);
    }
  }

  private async hasReplayed(client: pg.PoolClient, asOf: string): Promise<boolean> {
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      const asked = this.clock.now().getTime();
      const { rows } = await client.query<{ hasReplayed: boolean; now: Date }>({ ...REPLAYED, values: [asOf] });
      const { hasReplayed, now } = rows[0]!;
      const isOnTime = now.getTime() > asked - CLOCK_MS && now.getTime() < this.clock.now().getTime() + CLOCK_MS;
      if (hasReplayed) return isOnTime;
      if (performance.now() > giveUpAt) return false;
      await pause(POLL_MS);
    }
  }

  private coolDown(outcome: 'behind' | 'failed', error?: unknown): undefined {
    const now = Date.now();
    if (now >= this.cooldown.until)
      this.logger.warn({ err: error }, `the replica is ${outcome === 'behind' ? 'behind' : 'away'}`);
    this.cooldown = { until: now + COOLDOWN_MS, outcome };
    this.skip(outcome);
  }

  private skip(outcome: string): undefined {
    this.outcomes.inc({ outcome });
  }
}
