import type { PoolClient, QueryResultRow } from 'pg';
import { QueryRunnerAlreadyReleasedError, type DataSource, type EntityManager } from 'typeorm';

/** A frequent statement. If it has a name, PostgreSQL parses and plans it once per connection. */
export interface Prepared {
  name?: string;
  text: string;
}

/**
 * The rows that a statement returns, of whatever kind it is; an UPDATE of TypeORM's own `query` returns a pair. Runs on
 * the connection of the transaction `on`, or on any of the pool.
 */
export async function queryRows<Row extends QueryResultRow>(
  on: DataSource | EntityManager,
  statement: Prepared | string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { queryRunner: open, dataSource } = 'manager' in on ? on.manager : on;
  // TypeORM drops a connection that broke between two queries; its own query method throws the same.
  if (open?.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const runner = open ?? dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    const { rows } = await client.query<Row>({
      ...(typeof statement === 'string' ? { text: statement } : statement),
      values,
    });
    return rows;
  } finally {
    if (!open) await runner.release();
  }
}
