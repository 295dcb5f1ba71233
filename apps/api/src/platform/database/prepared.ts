import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { tracedStatement } from '../common/tracing.js';
import { QueryRunnerAlreadyReleasedError, type DataSource, type EntityManager } from 'typeorm';

/** A frequent query. If it has a name, PostgreSQL parses and plans it once per connection. */
export interface Prepared {
  name?: string;
  text: string;
}

/** Runs the query on a connection of the pool, outside any transaction. */
export async function prepared<Row extends QueryResultRow>(
  db: DataSource,
  statement: Prepared,
  values: unknown[],
): Promise<Row[]> {
  return (await onPool<Row>(db, statement, values)).rows;
}

/** Runs the query on the transaction's connection, or on any of the pool if `tx` is in no transaction. */
export async function preparedIn<Row extends QueryResultRow>(
  tx: EntityManager,
  statement: Prepared,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const runner = tx.queryRunner;
  if (!runner) return onPool(tx.dataSource, statement, values);
  // TypeORM drops a connection that broke between two queries; its own query method throws the same.
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const client = (await runner.connect()) as PoolClient;
  const { name, text } = statement;
  return client.query<Row>({ name, text, values });
}

const onPool = <Row extends QueryResultRow>({ driver }: DataSource, { name, text }: Prepared, values: unknown[]) =>
  tracedStatement({ name, text }, () =>
    (driver as unknown as { master: Pool }).master.query<Row>({ name, text, values }),
  );
