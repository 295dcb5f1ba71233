import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { QueryRunnerAlreadyReleasedError, type DataSource, type EntityManager } from 'typeorm';

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
  return (await poolOf(db).query<Row>({ name, text, values })).rows;
}

/** Runs it on the connection that the transaction has; with the manager of no transaction, on any of the pool. */
export async function preparedIn<Row extends QueryResultRow>(
  tx: EntityManager,
  { name, text }: Prepared,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const runner = tx.queryRunner;
  if (!runner) return poolOf(tx.dataSource).query<Row>({ name, text, values });
  // TypeORM lets go of a connection that broke between two queries; its own query method would say the same.
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const client = (await runner.connect()) as PoolClient;
  return client.query<Row>({ name, text, values });
}

const poolOf = ({ driver }: DataSource) => (driver as unknown as { master: Pool }).master;
