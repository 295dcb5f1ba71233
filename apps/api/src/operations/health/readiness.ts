import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { HealthQueries } from './health.queries.js';

const RESPONSE_MS = 2000;

@Injectable()
export class Readiness {
  /** Once true it stays so: during an update, processes of the version before serve on the new schema. */
  private isMigrated = false;

  constructor(private readonly queries: HealthQueries) {}

  /** Why PostgreSQL cannot serve, without addresses or names, since the response is public; undefined if it can. */
  async problem(): Promise<string | undefined> {
    const outcome = await Promise.race([this.ask().catch(codeOf), pause(RESPONSE_MS, 'silence')]);
    if (outcome === true) return undefined;
    if (outcome === NO_TABLE || outcome === 'pending') return 'The database lacks migrations of this version';
    if (outcome === false) return 'PostgreSQL takes no writes: it is a standby';
    if (outcome !== 'silence') return `PostgreSQL is unreachable: ${outcome}`;
    const { waiting } = this.queries.pool();
    return waiting > 1 ? `${waiting} calls wait for a connection to PostgreSQL` : 'PostgreSQL does not respond';
  }

  private async ask(): Promise<boolean | 'pending'> {
    const takesWrites = await this.queries.takesWrites();
    this.isMigrated ||= await this.queries.isMigrated();
    return this.isMigrated ? takesWrites : 'pending';
  }
}

/** SQLSTATE undefined_table. */
const NO_TABLE = '42P01';

/** The SQLSTATE or system error code; never the message, which names hosts and roles. */
function codeOf(error: unknown): string {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? 'unknown error';
}
