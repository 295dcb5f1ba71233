import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { STATEMENT_TIMEOUT } from './pool-options.js';

/** Logs a warning behind a pooler whose role sets no time limit for statements (docs/decisions/0009-poolers-and-several-servers.md). */
@Injectable()
export class StatementLimit {
  private readonly logger = new Logger('Database');

  constructor(private readonly db: DataSource) {}

  async warnIfMissing(): Promise<void> {
    const [row] = await this.db.query<{ limit: string }[]>(`SELECT current_setting('statement_timeout') AS limit`);
    if (row!.limit !== '0') return;
    const setting = `ALTER ROLE ... SET statement_timeout = '${STATEMENT_TIMEOUT}'`;
    this.logger.warn(`no statement has a time limit behind this pooler: ${setting}`);
  }
}
