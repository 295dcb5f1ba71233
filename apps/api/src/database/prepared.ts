import type { Pool, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';

/** A query that, if it has a name, PostgreSQL parses and plans once per connection. For those that many requests make. */
export interface Prepared {
  name?: string;
  text: string;
}

/** Runs it on a connection of the pool, outside any transaction. */
export async function prepared<Row extends QueryResultRow>(
  db: DataSource,
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const { master } = db.driver as unknown as { master: Pool };
  return (await master.query<Row>({ name, text, values })).rows;
}
