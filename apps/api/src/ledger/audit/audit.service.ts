import { Injectable, Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { poolOptions } from '../../platform/database/pool-options.js';
import { Settings } from '../../platform/config/settings.js';
import { auditLedger } from './invariants.js';

/** The check is one statement, which takes longer as the ledger grows (docs/scaling.md). */
const LIMIT = '60min';

/** Checks the invariants of the ledger once a day, over all instances. The metrics show the result. */
@Injectable()
export class AuditService {
  private readonly logger = new Logger('Audit');

  constructor(
    private readonly db: DataSource,
    private readonly settings: Settings,
  ) {}

  /** Checks the ledger if that is due: at 09:00 UTC, when it is night in America. */
  async auditWhenDue(): Promise<void> {
    const due = await this.db.query<unknown[]>('SELECT FROM ledger_audit WHERE due_at <= now()');
    if (!due.length) return;
    // A separate connection: the pool closes its own when a statement takes longer than students would wait.
    const { Client: ClientOfServers } = poolOptions(this.settings.DATABASE_URL);
    const client = new ClientOfServers({ application_name: 'spareswipe-audit', keepAlive: true });
    client.on('error', (error) => this.logger.warn(error));
    await client.connect();
    await this.auditOn(client).finally(() => client.end());
  }

  /** The lock on the row keeps other instances away. It ends with the connection, so a process that dies blocks nobody. */
  private async auditOn(client: Client): Promise<void> {
    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT FROM ledger_audit WHERE due_at <= now() FOR UPDATE SKIP LOCKED');
    if (!rowCount) return;
    await client.query(`SET LOCAL statement_timeout = '${LIMIT}'`);
    const findings = await auditLedger(client);
    for (const finding of findings) this.logger.error({ alert: 'ledger-broken', ...finding });
    const broken = [...new Set(findings.map(({ invariant }) => invariant))];
    await client.query(
      `UPDATE ledger_audit SET began_at = now(), ended_at = clock_timestamp(), broken = $1,
              due_at = date_bin('1 day', now(), '2000-01-01 09:00Z') + interval '1 day'`,
      [broken],
    );
    await client.query('COMMIT');
    this.logger.log({ broken }, 'checked the ledger');
  }
}
