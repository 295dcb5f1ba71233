import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { functionsIn, hashOf } from '../../platform/database/functions.js';
import { migrations } from '../../platform/database/migrations/index.js';
import { Jobs } from '../../platform/jobs/jobs.js';

const RESPONSE_MS = 2000;

@Injectable()
export class Readiness {
  /** Once true it stays so: during an update, processes of the version before serve on the new schema. */
  private isMigrated = false;

  constructor(private readonly jobs: Jobs) {}

  /** Why PostgreSQL cannot serve, without addresses or names, since the response is public; undefined if it can. */
  async problem(): Promise<string | undefined> {
    const outcome = await Promise.race([this.ask().catch(codeOf), pause(RESPONSE_MS, 'silence')]);
    if (outcome === true) return undefined;
    if (outcome === false) return 'PostgreSQL takes no writes: it is a standby';
    if (outcome === NO_TABLE || outcome === 'pending') return 'The database lacks migrations of this version';
    return outcome === 'silence' ? 'PostgreSQL does not respond' : `PostgreSQL is unreachable: ${outcome}`;
  }

  /** Not on a connection of the calls: a busy process is ready. */
  private async ask(): Promise<boolean | 'pending'> {
    const [row] = await this.jobs.query<{ takesWrites: boolean }>(
      `SELECT NOT current_setting('transaction_read_only')::bool AS "takesWrites"`,
    );
    this.isMigrated ||= await this.hasAll();
    return this.isMigrated ? row!.takesWrites : 'pending';
  }

  /** Whether the database has all migrations and functions of this version, as they are. Throws if it has no tables at all. */
  private async hasAll(): Promise<boolean> {
    const functions = [...functionsIn('triggers'), ...functionsIn('parts'), ...functionsIn('movements')];
    const [row] = await this.jobs.query<{ isMigrated: boolean }>(
      `SELECT NOT EXISTS (SELECT unnest($1::text[]) EXCEPT SELECT name FROM migrations)
          AND NOT EXISTS (SELECT unnest($2::text[]), unnest($3::text[]) EXCEPT SELECT name, hash FROM functions) AS "isMigrated"`,
      [
        migrations.map(({ name }) => name),
        functions.map(({ name }) => name),
        functions.map(({ text }) => hashOf(text)),
      ],
    );
    return row!.isMigrated;
  }
}

/** SQLSTATE undefined_table. */
const NO_TABLE = '42P01';

/** The SQLSTATE or system error code; never the message, which names hosts and roles. */
const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'unknown error';
