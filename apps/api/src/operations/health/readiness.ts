import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { HealthQueries } from './health.queries.js';

const RESPONSE_MS = 2000;

/** Says why PostgreSQL cannot serve, without addresses or names, since the response is public. */
@Injectable()
export class Readiness {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly queries: HealthQueries,
  ) {}

  async database(): Promise<HealthIndicatorResult> {
    const database = this.indicators.check('database');
    const outcome = await Promise.race([this.queries.takesWrites().catch(codeOf), pause(RESPONSE_MS, 'silence')]);
    if (outcome === true) return database.up();
    if (outcome === false) return database.down('PostgreSQL takes no writes: it is a standby');
    if (outcome !== 'silence') return database.down(`PostgreSQL is unreachable: ${outcome}`);
    const { waiting } = this.queries.pool();
    return database.down(
      waiting > 1 ? `${waiting} calls wait for a connection to PostgreSQL` : 'PostgreSQL does not respond',
    );
  }
}

/** The SQLSTATE or system error code; never the message, which names hosts and roles. */
function codeOf(error: unknown): string {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  return driverError?.code ?? code ?? 'unknown error';
}
