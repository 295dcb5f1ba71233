import pg from 'pg';
import { urlsIn } from '../config/urls.js';

/**
 * The primary of a database and its standbys, in any order. New connections go to the server that took the last one; when
 * that fails, to the next. pg itself knows only one host.
 */
export class Servers {
  readonly urls: string[];
  private current = 0;
  private readonly serverOf = new WeakMap<pg.ClientBase, number>();

  constructor(url: string) {
    this.urls = urlsIn(url);
  }

  get several(): boolean {
    return this.urls.length > 1;
  }

  /** The class of clients for a pool. */
  client() {
    const prepare = (client: Client, server: number) => {
      this.serverOf.set(client, server);
      client.query = queryOf(client);
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
      const refused = () => this.refused(client);
      connection.once('end', refused).once('readyForQuery', () => connection.off('end', refused));
    };
    const next = () => this.current;
    const { urls } = this;
    class Client extends pg.Client {
      constructor(config: pg.ClientConfig = {}) {
        const server = next();
        super({ ...config, connectionString: urls[server]! });
        prepare(this, server);
      }
    }
    return Client;
  }

  /** Several connections may fail at once; only the first of them moves on. */
  refused(client: pg.ClientBase): void {
    if (this.serverOf.get(client) === this.current) this.current = (this.current + 1) % this.urls.length;
  }
}

/**
 * pg's own promise is not used: V8 keeps the rows of those until it collects all garbage, which doubles the memory under load
 * (docs/performance.md).
 */
function queryOf(client: pg.Client): pg.Client['query'] {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  return ((...given: unknown[]) =>
    // `pool.query` passes a callback
    given.some((argument) => typeof argument === 'function')
      ? query(...given)
      : promised((done) => query(...given, done))) as pg.Client['query'];
}

async function promised<T>(ask: (done: (error: Error | null, result: T) => void) => void): Promise<T> {
  try {
    return await new Promise<T>((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))));
  } catch (error) {
    Error.captureStackTrace(error as Error); // where the statement is, and not the socket that its failure came from
    throw error;
  }
}
