import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { tracedStatement } from '../common/tracing.js';

const NOW = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
/** When a row expires by the clock of this host, with which the library compares it. */
const EXPIRE = `expire - ${NOW} + $3::bigint AS expire`;

type Found = { rowCount: number | null; rows: { points: number; expire: string }[] };
/** A method of the library's stores that its types leave out. */
interface Store {
  _query(query: Query): Promise<Found>;
}
type Query = { name: string; text: string; values: unknown[] };

/**
 * The library's limiter, by the clock of PostgreSQL instead of the host's: over instances with different clocks, a wait of
 * 30 s would take minutes or not begin.
 */
export class Limiter extends RateLimiterPostgres {
  _upsert(key: string, points: number, ms: number, isNew = false): Promise<Found> {
    return this.ask({
      name: 'count',
      text: `INSERT INTO rate_limits AS r (key, points, expire) VALUES ($1, $2, ${NOW} + $4::bigint)
             ON CONFLICT (key) DO UPDATE
               SET points = CASE WHEN r.expire <= ${NOW} OR $5 THEN $2 ELSE r.points + $2 END,
                   expire = CASE WHEN r.expire <= ${NOW} OR $5 THEN excluded.expire ELSE r.expire END
             RETURNING points, ${EXPIRE}`,
      values: [key, points, Date.now(), Math.round(ms), isNew],
    });
  }

  async _get(key: string): Promise<Found | null> {
    const found = await this.ask({
      name: 'counted',
      text: `SELECT points, ${EXPIRE} FROM rate_limits WHERE key = $1 AND expire > ${NOW} AND $2`,
      values: [key, true, Date.now()],
    });
    return found.rowCount ? found : null;
  }

  private ask(query: Query): Promise<Found> {
    return tracedStatement(query, () => (this as unknown as Store)._query(query));
  }
}
