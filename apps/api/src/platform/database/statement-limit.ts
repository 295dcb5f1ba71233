import { Logger, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { STATEMENT_TIMEOUT } from './pool-options.js';

/** Behind a pooler the limit belongs to the API's role (docs/decisions/0009-poolers-and-several-servers.md). */
export async function warnWithoutStatementLimit(api: INestApplicationContext): Promise<void> {
  const [row] = await api
    .get(DataSource)
    .query<{ limit: string }[]>(`SELECT current_setting('statement_timeout') AS limit`);
  if (row!.limit !== '0') return;
  const setting = `ALTER ROLE ... SET statement_timeout = '${STATEMENT_TIMEOUT}'`;
  new Logger('Database').warn(`no statement has a time limit behind this pooler: ${setting}`);
}
